/** The Zapier app: authentication, and the catalogue of the core in Zapier's words. */
import { actions, isOffered, searches, triggers } from '@courselit-connector/core';
import { defineApp, version as platformVersion } from 'zapier-platform-core';
import { authentication } from './authentication.ts';
import { dropdowns } from './translate/dropdown.ts';
import { toCreate } from './translate/create.ts';
import { hydrators } from './translate/details.ts';
import { toSearch } from './translate/search.ts';
import { searchOrCreates } from './translate/searchOrCreate.ts';
import { toTrigger } from './translate/trigger.ts';
import { VERSION } from './version.ts';

function byKey<Item extends { readonly key: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.key, item]));
}

export default defineApp({
  version: VERSION,
  platformVersion,
  authentication,
  flags: {
    // An emptied field must arrive as empty, so that it can be told from one that was never there.
    cleanInputData: false,
    // A date in Retry-After is lost otherwise: Zapier's own reading knows seconds only.
    throwForThrottlingEarly: false,
    // What a status means is the core's to say.
    skipThrowForStatus: true,
    // Every call goes through z.request, which writes a log of its own. The patch would write a second one, and for
    // that keep every answer in memory as a whole.
    skipHttpPatch: true,
  },
  triggers: byKey([...triggers.filter((one) => isOffered(one, 'zapier')).map(toTrigger), ...dropdowns]),
  searches: byKey(searches.map(toSearch)),
  creates: byKey(actions.map(toCreate)),
  searchOrCreates,
  hydrators,
});
