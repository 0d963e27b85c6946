/** What people read. */
import {
  connectionFieldsOf,
  inputFieldsOf,
  isVisible,
  stepsOf,
  textsIn,
  type Check,
  type Definition,
} from './definition.ts';
import { linksIn, outsideLinks } from './markdown.ts';

interface Text {
  readonly where: string;
  readonly text: string;
}

/** Descriptions and help, of steps and of the connection. */
function textsOf(app: Definition): Text[] {
  const fields = [...stepsOf(app).flatMap(inputFieldsOf), ...connectionFieldsOf(app)];
  const descriptions = [
    ...stepsOf(app).map(({ where, step }) => ({ where, display: step.display })),
    ...Object.values(app.searchOrCreates ?? {}).map(({ key, display }) => ({
      where: `searchOrCreates.${key}`,
      display,
    })),
  ];
  return [
    ...descriptions.map(({ where, display }) => ({
      where: `${where}.display.description`,
      text: display?.description ?? '',
    })),
    ...fields.map(({ where, field }) => ({ where: `${where}.helpText`, text: field.helpText ?? '' })),
  ];
}

/** Addresses that calls or links go to: each is named `url` or is the target of a link. */
function addressesOf(app: Definition): Text[] {
  return textsIn(app).flatMap(({ where, text }) =>
    /(^|\.)(\w*Url|url)$/.test(where) ? [{ where, text }] : linksIn(text).map((target) => ({ where, text: target })),
  );
}

/** D007: calls and links go by https. The calls of code cannot be seen in a definition: D026 tries those. */
export const httpsOnly: Check = (app) =>
  addressesOf({
    ...app,
    triggers: withoutSamples(app.triggers),
    searches: withoutSamples(app.searches),
    creates: withoutSamples(app.creates),
  })
    .filter(({ text }) => /^http:/i.test(text))
    .map(({ where, text }) => ({
      check: 'D007',
      where,
      problem: `${text} is not encrypted.`,
      advice: 'Use https.',
    }));

function withoutSamples(steps: Definition['triggers']): NonNullable<Definition['triggers']> {
  return Object.fromEntries(
    Object.entries(steps ?? {}).map(([key, step]) => [
      key,
      { ...step, operation: { ...step.operation, sample: undefined } },
    ]),
  );
}

/** D008: an address in a text is a whole link, or code. */
export const wholeLinks: Check = (app) =>
  textsOf(app)
    .filter(({ text }) => /https?:\/\/|\]\(|\[[^\]]*\(/.test(outsideLinks(text)))
    .map(({ where, text }) => ({
      check: 'D008',
      where,
      problem: `There is an address that is no link, or half a link: "${text}"`,
      advice: 'Write [words](https://…), or put the address in backticks.',
    }));

/** D011: a help text says more than the label. */
export const helpSaysMore: Check = (app) => {
  const bare = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return [...stepsOf(app).flatMap(inputFieldsOf), ...connectionFieldsOf(app)]
    .filter(({ field }) => bare(field.helpText) !== '' && bare(field.helpText) === bare(field.label ?? field.key))
    .map(({ where, field }) => ({
      check: 'D011',
      where: `${where}.helpText`,
      problem: `"${field.helpText}" says no more than the label.`,
      advice: 'Say what the label does not, or leave it out.',
    }));
};

/** Words that stay small within a title. */
const SMALL = /^(a|an|and|as|at|but|by|en|for|if|in|of|on|or|the|to|via|vs)$/i;

/** How a label is written as a title; words with capitals within them stay as they are. */
export function asTitle(label: string): string {
  const parts = label.trim().split(/\s+/);
  return parts
    .map((word, place) => {
      if (/\p{Lu}/u.test(word.slice(1))) return word;
      const inside = place > 0 && place < parts.length - 1;
      if (inside && SMALL.test(word)) return word.toLowerCase();
      return word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

/** D018: labels of steps are titles. */
export const titles: Check = (app) =>
  [
    ...stepsOf(app).map(({ where, step }) => ({ where, label: step.display.label ?? '' })),
    ...Object.values(app.searchOrCreates ?? {}).map(({ key, display }) => ({
      where: `searchOrCreates.${key}`,
      label: display?.label ?? '',
    })),
  ]
    .filter(({ label }) => label === '' || asTitle(label) !== label)
    .map(({ where, label }) => ({
      check: 'D018',
      where: `${where}.display.label`,
      problem: `"${label}" is not written as a title.`,
      advice: `Write "${asTitle(label)}".`,
    }));

/** D021: how a trigger is described. Nobody reads the description of a hidden one. */
export const triggerDescriptions: Check = (app) =>
  stepsOf(app, ['triggers'])
    .filter(isVisible)
    .filter(({ step }) => !/^Triggers when .*\S\.$/s.test(step.display.description ?? ''))
    .map(({ where, step }) => ({
      check: 'D021',
      where: `${where}.display.description`,
      problem: `"${step.display.description ?? ''}" does not begin with "Triggers when " and end with a full stop.`,
      advice: 'Begin with "Triggers when ", and end with a full stop.',
    }));

/** D025: no address that runs code. */
export const harmlessAddresses: Check = (app) =>
  [...addressesOf(app), ...textsIn(app)]
    .filter(({ text }) => /^[\s\0-\x1f]*(javascript|vbscript|data)\s*:/i.test(text))
    .map(({ where, text }) => ({
      check: 'D025',
      where,
      problem: `${text} would run code where it is opened.`,
      advice: 'Use an https address.',
    }));
