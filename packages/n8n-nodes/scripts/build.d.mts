/** What is bundled in the place of what. */
export const ALIAS: Record<string, string>;
/** Builds into a folder. Gives the paths of the sources, relative to the package. */
export function buildPackage(dist?: string): Promise<string[]>;
