/** Addresses that must not reach a learner, found without the connector's own rules: as the URL standard reads them. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
};

/** The first address anywhere in a value that is not of an allowed scheme. */
export function forbiddenAddress(value: unknown): string | undefined {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (ALLOWED[key] && !isHarmless(key, inner)) return JSON.stringify(inner);
      open.push(inner);
    }
  }
  return undefined;
}

export function isHarmless(attribute: string, address: unknown): boolean {
  if (typeof address !== 'string') return false;
  const base = 'https://school.example/';
  if (!URL.canParse(address, base)) return true;
  return ALLOWED[attribute]?.includes(new URL(address, base).protocol) ?? false;
}
