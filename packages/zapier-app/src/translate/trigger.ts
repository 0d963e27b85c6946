import { pollTrigger, type ConnectorEvent, type Trigger as CatalogueTrigger } from '@courselit-connector/core';
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { toInput } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { operationKey } from './keys.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

/** As many as the editor shows when somebody tries the trigger. */
const SAMPLES = 3;

/**
 * A trigger of the catalogue, as Zapier polls it. Zapier remembers which ids it has seen, so every poll answers all
 * that is true now, or throws: a first poll that left something out would fire for it later.
 */
export function toTrigger(trigger: CatalogueTrigger): Trigger {
  return {
    key: operationKey(trigger),
    noun: titleCase(trigger.noun),
    display: { label: trigger.label, description: trigger.description },
    operation: {
      type: 'polling',
      inputFields: toInputFields(trigger.input),
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, async (school) => {
          const { events } = await pollTrigger(school, trigger, toInput(trigger.input, bundle.inputData), {
            previous: null,
            includeExisting: true,
            complete: true,
            confirm: bundle.meta?.isPopulatingDedupe === true,
            ...(bundle.meta?.isLoadingSample && { limit: SAMPLES }),
          });
          return newestFirst(events);
        }),
      sample: trigger.sample,
      outputFields: toOutputFields(trigger.sample),
    },
  };
}

/** What has no time comes last, and ids decide between equals, so that the order is always the same. */
function newestFirst(events: readonly ConnectorEvent[]): ConnectorEvent[] {
  const time = (event: ConnectorEvent) => event.occurredAt ?? '';
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...events].sort((a, b) => compare(time(b), time(a)) || compare(a.id, b.id));
}
