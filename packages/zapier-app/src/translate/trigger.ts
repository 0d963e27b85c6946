import {
  pollTrigger,
  type ConnectorEvent,
  type Field,
  type PollOptions,
  type School,
  type Trigger as CatalogueTrigger,
} from '@courselit-connector/core';
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { fitting, newestFirst, tooManyToRead } from './answer.ts';
import { withDetails, withSampleDetails } from './details.ts';
import { toInput } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { operationKey } from './keys.ts';
import { isChosen, oncePerStudent, onceField } from './oncePerStudent.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

/** As many as the editor shows when somebody tries the trigger. */
const SAMPLES = 3;

/** For reading, in milliseconds: Zapier ends a run after 30 seconds, and answers are sorted and sent after that. */
const READING_MS = 20_000;

/**
 * A trigger of the catalogue, as Zapier polls it. Zapier remembers which ids it has seen, so every poll answers all
 * that is true now, or throws: a first poll that left something out would fire for it later. Of a first poll Zapier
 * keeps the ids alone, so it answers no more, and all of them.
 */
export function toTrigger(trigger: CatalogueTrigger): Trigger {
  const once = onceField(trigger);
  const fields: readonly Field[] = once ? [...trigger.input, once] : trigger.input;
  const sample = withSampleDetails(trigger.event, trigger.sample);
  return {
    key: operationKey(trigger),
    noun: titleCase(trigger.noun),
    display: { label: trigger.label, description: trigger.description },
    operation: {
      type: 'polling',
      inputFields: toInputFields(fields, trigger.notice),
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, async (school) => {
          const isOnce = once !== undefined && isChosen(bundle.inputData?.[once.key]);
          const advice = narrowing(fields, bundle.inputData);
          const facts = await factsNow(school, trigger, bundle, tooManyToRead(isOnce, advice));
          const events = newestFirst(isOnce ? oncePerStudent(facts) : facts).map((event) => withDetails(z, event));
          const answer = fitting(events, school.now(), advice);
          return bundle.meta?.isPopulatingDedupe ? events.map(({ id }) => ({ id })) : answer;
        }),
      sample,
      outputFields: toOutputFields(sample),
    },
  };
}

async function factsNow(
  school: School,
  trigger: CatalogueTrigger,
  bundle: Bundle,
  most: PollOptions['most'],
): Promise<ConnectorEvent[]> {
  const { isLoadingSample = false, isPopulatingDedupe = false } = bundle.meta ?? {};
  const { events } = await pollTrigger(school, trigger, toInput(trigger.input, bundle.inputData), {
    previous: null,
    includeExisting: true,
    complete: true,
    confirm: isPopulatingDedupe,
    most,
    deadline: school.now() + READING_MS,
    ...(isLoadingSample && { limit: SAMPLES }),
  });
  return events;
}

/** What makes for fewer events, of what this trigger asks for and this Zap has not made use of. */
function narrowing(fields: readonly Field[], input: Readonly<Record<string, unknown>> = {}): string {
  const isOpen = (key: string) =>
    fields.some((field) => field.key === key) && ['', 'false', 'undefined', 'null'].includes(String(input[key]));
  if (isOpen('productId')) return 'Choose a product to watch instead of all of them.';
  if (isOpen('lessonId')) return 'Choose a lesson to watch instead of all of them.';
  if (isOpen('oncePerStudent')) return 'Turn on "Once per Student".';
  return 'n8n, which keeps no list of what it has seen, can watch it.';
}
