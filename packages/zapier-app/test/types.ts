/** Zapier's types, for tests outside this package, where Zapier's package cannot be found. */
export type { PlainInputField, PlainOutputField } from 'zapier-platform-core';
