/** The form of the trigger node: the event, what to watch, and the fields of each event, from the catalogue. */
import { triggers, type Field, type Trigger } from '@courselit-connector/core';
import type { INodeProperties } from 'n8n-workflow';
import { fieldProperty, firstValue } from './fieldProperty.ts';
import { description, nounTitle } from './wording.ts';

export function triggerProperties(): INodeProperties[] {
  const events = triggers.map((trigger) => ({
    name: trigger.label,
    value: trigger.key,
    description: description(trigger.description),
  }));
  return [
    {
      displayName: 'Event',
      name: 'event',
      type: 'options',
      options: events,
      default: firstValue(events),
    },
    ...triggers.flatMap(eventProperties),
  ];
}

export function findTrigger(event: string): Trigger | undefined {
  return triggers.find((trigger) => trigger.key === event);
}

/**
 * A reference that may be left out stands for all when it is. An empty resource locator would look like a mistake, so
 * a choice before it asks for all or one.
 */
export function isWatched(field: Field): boolean {
  return field.type === 'reference' && !field.required;
}

/** The name of the choice that stands before such a reference: `watchProduct`. */
export function watchName(field: Field): string {
  return `watch${nounTitle(field.type === 'reference' ? field.to : field.key)}`;
}

function eventProperties(trigger: Trigger): INodeProperties[] {
  const show = { event: [trigger.key] };
  return [
    ...trigger.input.flatMap((field) =>
      isWatched(field) ? watched(field, show) : [{ ...fieldProperty(field), displayOptions: { show } }],
    ),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show },
      options: [
        {
          displayName: `Include Existing ${nounTitle(trigger.noun)}s`,
          name: 'includeExisting',
          type: 'boolean',
          default: false,
          description:
            'Whether what is there when the workflow is activated starts it as well. Otherwise only what comes after does.',
        },
      ],
    },
  ];
}

function watched(field: Field, show: Record<string, string[]>): INodeProperties[] {
  const title = field.label;
  const name = watchName(field);
  const allOrOne = [
    { name: `All ${title}s`, value: 'all' },
    { name: `One ${title}`, value: 'one' },
  ];
  return [
    {
      displayName: 'Watch',
      name,
      type: 'options',
      options: allOrOne,
      default: firstValue(allOrOne),
      displayOptions: { show },
    },
    {
      ...fieldProperty({ ...field, required: true, help: `The ${title.toLowerCase()} to watch.` }),
      displayOptions: { show: { ...show, [name]: ['one'] } },
    },
  ];
}
