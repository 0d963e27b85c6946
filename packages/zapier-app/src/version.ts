import manifest from '../package.json' with { type: 'json' };

/** The version under which the app is pushed to Zapier, and that it calls itself in requests. */
export const VERSION: string = manifest.version;
