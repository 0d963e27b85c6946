import { runAction, type Action } from '@courselit-connector/core';
import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { toInput, withFiles } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { operationKey } from './keys.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

/** An action of the catalogue, as Zapier offers it. */
export function toCreate(action: Action): Create {
  return {
    key: operationKey(action),
    noun: titleCase(action.noun),
    display: { label: action.label, description: action.description },
    operation: {
      inputFields: toInputFields(action.input, action.notice, true),
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, (school) =>
          withFiles(z, school, action.input, toInput(action.input, bundle.inputData), (input) =>
            runAction(school, action, input),
          ),
        ),
      sample: action.sample,
      outputFields: toOutputFields(action.sample),
    },
  };
}
