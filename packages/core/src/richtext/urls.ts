/**
 * Which addresses may stand in a document. The platform shows whatever is stored, so a link to a script would run on a
 * learner's page. What has no scheme is relative, and so one of the school's own.
 */

const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/**
 * The scheme as a browser would find it: it leaves out tabs and line breaks anywhere, and control characters and spaces
 * at the start. More is left out here (every control character anywhere), which can only find more schemes.
 */
function schemeOf(address: string): string | undefined {
  const plain = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\ufffd]/.test(address)
    ? address.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\ufffd]/g, '')
    : address;
  return /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
}

/** An http, https, mailto, tel or relative address. */
export function isAllowedLink(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || LINK_SCHEMES.has(scheme);
}

/** An http, https or relative address, and not nothing. */
export function isAllowedImage(address: string): boolean {
  const scheme = schemeOf(address);
  return address.trim() !== '' && (scheme === undefined || IMAGE_SCHEMES.has(scheme));
}
