/** What stands in place of a secret. */
export const REDACTED = '[hidden]';

/**
 * Makes a function that takes every secret out of a text: as it is, and as it looks in a URL, in JSON and in base64.
 * Secrets under four characters are left alone, since they would tear up ordinary words.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    const wellFormed = secret.toWellFormed();
    forms.add(secret);
    forms.add(encodeURIComponent(wellFormed));
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(Buffer.from(secret, 'utf8').toString('base64'));
  }
  // Longest first: a form that holds another must go as a whole.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((rest, form) => rest.split(form).join(REDACTED), text);
}
