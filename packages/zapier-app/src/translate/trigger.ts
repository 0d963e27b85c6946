import {
  CourseLitError,
  pollTrigger,
  type ConnectorEvent,
  type Field,
  type School,
  type Trigger as CatalogueTrigger,
} from '@courselit-connector/core';
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { toInput } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { operationKey } from './keys.ts';
import { oncePerStudent, onceField } from './oncePerStudent.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

/** As many as the editor shows when somebody tries the trigger. */
const SAMPLES = 3;

/** For reading, in milliseconds: Zapier ends a run after 30 seconds, and answers are sorted and sent after that. */
const READING_MS = 20_000;

/** Zapier remembers 105,000 ids a Zap: with more facts than that, it would forget some and start the Zap again for them. */
const MOST_FACTS = 100_000;

/**
 * A trigger of the catalogue, as Zapier polls it. Zapier remembers which ids it has seen, so every poll answers all
 * that is true now, or throws: a first poll that left something out would fire for it later.
 */
export function toTrigger(trigger: CatalogueTrigger): Trigger {
  const once = onceField(trigger);
  const fields: readonly Field[] = once ? [...trigger.input, once] : trigger.input;
  return {
    key: operationKey(trigger),
    noun: titleCase(trigger.noun),
    display: { label: trigger.label, description: trigger.description },
    operation: {
      type: 'polling',
      inputFields: toInputFields(fields, trigger.notice),
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, async (school) => {
          const facts = await factsNow(school, trigger, bundle);
          return newestFirst(once ? oncePerStudent(facts, bundle.inputData?.[once.key]) : facts);
        }),
      sample: trigger.sample,
      outputFields: toOutputFields(trigger.sample),
    },
  };
}

async function factsNow(school: School, trigger: CatalogueTrigger, bundle: Bundle): Promise<ConnectorEvent[]> {
  const { isLoadingSample = false, isPopulatingDedupe = false } = bundle.meta ?? {};
  const { events } = await pollTrigger(school, trigger, toInput(trigger.input, bundle.inputData), {
    previous: null,
    includeExisting: true,
    complete: true,
    confirm: isPopulatingDedupe,
    deadline: school.now() + READING_MS,
    ...(isLoadingSample && { limit: SAMPLES }),
  });
  if (events.length <= MOST_FACTS) return events;
  throw new CourseLitError({
    code: 'validation',
    message: `There are ${events.length.toLocaleString('en')} to keep apart, and Zapier remembers ${MOST_FACTS.toLocaleString('en')} at most.`,
    hint: `Narrow the trigger down: ${narrowing(trigger)}.`,
  });
}

const narrowing = ({ input }: CatalogueTrigger): string =>
  input.some((field) => field.key === 'lessonId') ? 'choose a product or a lesson' : 'choose a product';

/** What has no time comes last, and ids decide between equals, so that the order is always the same. */
function newestFirst(events: readonly ConnectorEvent[]): ConnectorEvent[] {
  const time = (event: ConnectorEvent) => event.occurredAt ?? '';
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...events].sort((a, b) => compare(time(b), time(a)) || compare(a.id, b.id));
}
