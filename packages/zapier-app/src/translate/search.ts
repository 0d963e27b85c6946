import { runSearch, type Search as CatalogueSearch } from '@courselit-connector/core';
import type { Bundle, Search, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { toInput } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { operationKey } from './keys.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

/** A search of the catalogue, as Zapier offers it: one that finds nothing answers an empty list. */
export function toSearch(search: CatalogueSearch): Search {
  return {
    key: operationKey(search),
    noun: titleCase(search.noun),
    display: { label: search.label, description: search.description },
    operation: {
      inputFields: toInputFields(search.input, undefined, true),
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, (school) => runSearch(school, search, toInput(search.input, bundle.inputData))),
      sample: search.sample,
      outputFields: toOutputFields(search.sample),
    },
  };
}
