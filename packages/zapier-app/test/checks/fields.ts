/** What steps ask for, and the steps that their fields lean on. */
import { inputFieldsOf, isVisible, stepsOf, type Check, type InputField } from './definition.ts';

/** D004: a thing that is named by its ID is picked from a list. */
export const idsArePicked: Check = (app) =>
  stepsOf(app)
    .flatMap(inputFieldsOf)
    .filter(({ field }) => /(^id|_ids?|[a-z0-9]Ids?|\bIDs?)$/.test(field.key) && !field.dynamic && !field.choices)
    .map(({ where }) => ({
      check: 'D004',
      where,
      problem: 'People would have to look the ID up and paste it.',
      advice: 'Give it a dropdown: dynamic: "trigger.id.name".',
    }));

/** D005: the trigger that fills a dropdown exists. */
export const dropdownsExist: Check = (app) =>
  stepsOf(app)
    .flatMap(inputFieldsOf)
    .filter(({ field }) => typeof field.dynamic === 'string')
    .filter(({ field }) => !Object.hasOwn(app.triggers ?? {}, String(field.dynamic).split('.')[0] ?? ''))
    .map(({ where, field }) => ({
      check: 'D005',
      where: `${where}.dynamic`,
      problem: `There is no trigger for "${String(field.dynamic)}".`,
      advice: 'Name a trigger that there is.',
    }));

/** D009: a search asks what to search for. */
export const searchesAsk: Check = (app) =>
  stepsOf(app, ['searches'])
    .filter((found) => isVisible(found) && !asksAnything(found.step.operation.inputFields))
    .map(({ where }) => ({
      check: 'D009',
      where: `${where}.operation.inputFields`,
      problem: 'It has no field to search by.',
      advice: 'Add one: a name, an e-mail address, an ID.',
    }));

/** Fields that a function works out are fields; a text to read is none. */
const asksAnything = (fields: unknown) =>
  typeof fields === 'function' || (Array.isArray(fields) && fields.some((one) => (one as InputField)?.type !== 'copy'));

/** D013: the search that a field offers exists. */
export const offeredSearchesExist: Check = (app) =>
  stepsOf(app)
    .flatMap(inputFieldsOf)
    .filter(({ field }) => field.search !== undefined)
    .filter(({ field }) => {
      const [key = ''] = field.search?.split('.') ?? [];
      return !Object.hasOwn(app.searches ?? {}, key) && !Object.hasOwn(app.searchOrCreates ?? {}, key);
    })
    .map(({ where, field }) => ({
      check: 'D013',
      where: `${where}.search`,
      problem: `There is no search for "${field.search}".`,
      advice: 'Name a search that there is.',
    }));

/** D014: a field with a search holds one plain value, and has a dropdown to show the search in. */
export const offeredSearchesFit: Check = (app) =>
  stepsOf(app)
    .flatMap(inputFieldsOf)
    .filter(({ field }) => field.search !== undefined)
    .filter(
      ({ field }) =>
        !field.dynamic ||
        field.list === true ||
        field.dict === true ||
        field.children !== undefined ||
        !['string', 'number', 'integer', undefined].includes(field.type),
    )
    .map(({ where }) => ({
      check: 'D014',
      where: `${where}.search`,
      problem: 'A search cannot be offered for it: it holds several values or has no dropdown.',
      advice: 'Make it a string, number or integer with a dropdown, or take the search away.',
    }));

/** D015: what a search-or-create joins exists, and it goes by the key of its search. */
export const searchOrCreatesExist: Check = (app) =>
  Object.entries(app.searchOrCreates ?? {}).flatMap(([key, one]) => {
    const missing = [
      ...(Object.hasOwn(app.searches ?? {}, one.search) ? [] : [`search "${one.search}"`]),
      ...[one.create, ...(one.update === undefined ? [] : [one.update])]
        .filter((create) => !Object.hasOwn(app.creates ?? {}, create))
        .map((create) => `action "${create}"`),
      ...(Object.hasOwn(app.searches ?? {}, key) ? [] : [`search "${key}"`]),
    ];
    return [...new Set(missing)].map((what) => ({
      check: 'D015',
      where: `searchOrCreates.${key}`,
      problem: `There is no ${what}.`,
      advice: 'Name a search and an action that there are, and give it the key of its search.',
    }));
  });

/** D022: an action asks for something that is the same for everyone, so that templates can be made of it. */
export const actionsAsk: Check = (app) =>
  stepsOf(app, ['creates'])
    .filter((found) => isVisible(found) && inputFieldsOf(found).every(({ field }) => field.type === 'copy'))
    .map(({ where }) => ({
      check: 'D022',
      where: `${where}.operation.inputFields`,
      problem: 'It has no field that is the same for everyone.',
      advice: 'Add a static field.',
    }));
