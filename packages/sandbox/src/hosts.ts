/** Host names as they come in a `Host` header. */

/** The name without port, in lower case, without the brackets of IPv6. */
export function hostName(header: string | undefined): string {
  const host = (header ?? '').trim().toLowerCase();
  const bracketed = /^\[([^\]]+)\]/.exec(host);
  return bracketed?.[1] ?? host.replace(/:\d*$/, '');
}

/** Whether a name means this machine: then the sandbox's own school answers. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
