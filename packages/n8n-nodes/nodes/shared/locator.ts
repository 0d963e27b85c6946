/**
 * What a resource locator holds: an ID, or an address that the core reads the ID from. An expression or an AI agent
 * may give the plain value instead.
 */
export function locatorValue(given: unknown): unknown {
  const isLocator = typeof given === 'object' && given !== null && '__rl' in given;
  return isLocator ? (given as { value?: unknown }).value : given;
}
