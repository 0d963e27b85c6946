/** The nodes against the catalogue: every operation is offered, with the very inputs that it has. */
import type {
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
} from '../packages/n8n-nodes/test/types.ts';
import {
  actions,
  isOffered,
  lists,
  reads,
  searches,
  triggers,
  type Field,
  type Operation,
} from '../packages/core/src/index.ts';
import { CourseLit } from '../packages/n8n-nodes/nodes/CourseLit/CourseLit.node.ts';
import { nounTitle } from '../packages/n8n-nodes/nodes/shared/wording.ts';
import { CourseLitTrigger } from '../packages/n8n-nodes/nodes/CourseLitTrigger/CourseLitTrigger.node.ts';

const node = new CourseLit();
const trigger = new CourseLitTrigger();

/** What a person sees of a form once these parameters are chosen. */
function form(
  properties: readonly INodeProperties[],
  chosen: Readonly<Record<string, string | boolean>>,
): INodeProperties[] {
  return properties.filter(({ displayOptions }) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values?.includes(chosen[name] as string)),
  );
}

const optionsOf = (property: INodeProperties | undefined) => (property?.options ?? []) as INodePropertyOptions[];
const named = (properties: readonly INodeProperties[], name: string) => properties.find((one) => one.name === name);
/** All fields of a form, those in its collections included. */
const fields = (properties: readonly INodeProperties[]) =>
  properties.flatMap((one) => (one.type === 'collection' ? (one.options as INodeProperties[]) : [one]));

const FORMS: Record<Field['type'], string> = {
  text: 'string',
  longText: 'string',
  richText: 'string',
  number: 'number',
  date: 'dateTime',
  boolean: 'boolean',
  texts: 'string',
  json: 'json',
  pairs: 'fixedCollection',
  file: 'string',
  choice: 'options',
  choices: 'multiOptions',
  reference: 'resourceLocator',
  references: 'multiOptions',
};

const runnable = [...actions, ...searches, ...reads, ...lists];
/** What stands in a form beside the inputs of its operation. */
const BESIDE = ['resource', 'operation', 'notice', 'returnAll', 'limit', 'simplify'];

it('has every operation of the catalogue', () => {
  expect(runnable.filter((one) => !isOffered(one, 'n8n'))).toEqual([]);
});

describe.each(runnable.map((action) => [action.key, action] as const))('%s', (key, action) => {
  const { properties } = node.description;
  const operation = key.split('.')[1] as string;
  const shown = form(properties, { resource: action.noun, operation, returnAll: false });

  it('is offered, under its noun', () => {
    expect(optionsOf(named(properties, 'resource')).map(({ value }) => value)).toContain(action.noun);
    const offered = optionsOf(named(shown, 'operation')).find(({ value }) => value === operation);
    expect(offered?.action?.toLowerCase()).toContain(` ${nounTitle(action.noun).toLowerCase()}`);
    expect(offered?.description).toBe(action.description.replace(/\.$/, ''));
  });

  it('asks for every input, in a form that n8n has for it', () => {
    const asked = fields(shown).filter(({ name }) => !BESIDE.includes(name));
    expect(asked.map(({ name }) => name).sort()).toEqual(action.input.map((field) => field.key).sort());
    for (const field of action.input) {
      const property = named(asked, field.key);
      const label = field.type === 'file' ? 'Input Data Field Name' : field.label;
      expect(property).toMatchObject({ displayName: label, type: FORMS[field.type] });
      expect(property?.description).toContain(field.help.replace(/\.$/, ''));
      if ('choices' in field)
        expect(optionsOf(property).map(({ value }) => value)).toEqual(field.choices.map(({ value }) => value));
      if ('default' in field) expect(property?.default).toBe(field.default);
    }
  });

  it('says first what must be known before it is too late', () => {
    const notices = 'notice' in action && action.notice !== undefined ? [action.notice] : [];
    expect(shown.filter(({ type }) => type === 'notice').map(({ displayName }) => displayName)).toEqual(notices);
    const first = shown.filter(({ name }) => name !== 'resource' && name !== 'operation')[0];
    expect(first?.type === 'notice').toBe(notices.length > 0);
  });

  it('asks how many there should be of a list, and for the whole of what is long', () => {
    const has = (name: string) => named(shown, name) !== undefined;
    expect([has('returnAll'), has('limit')]).toEqual(Array(2).fill(action.kind === 'list'));
    expect(
      form(properties, { resource: action.noun, operation, returnAll: true }).some(({ name }) => name === 'limit'),
    ).toBe(false);
    expect(has('simplify')).toBe('simplify' in action && action.simplify !== undefined);
  });

  it('requires what the catalogue requires, at the top of the form', () => {
    const required = shown.filter((property) => property.required).map(({ name }) => name);
    expect(required).toEqual(requiredInputs(action));
    const collected = shown.filter(({ type }) => type === 'collection').flatMap((one) => fields([one]));
    expect(collected.some((property) => property.required)).toBe(false);
  });
});

const requiredInputs = (operation: Operation) =>
  operation.input.filter((field) => field.required).map((field) => field.key);

describe.each(triggers.map((one) => [one.event, one] as const))(
  'the event %s',
  (event, { label, description, input }) => {
    const { properties } = trigger.description;
    const formOf = (watchProduct: string) => form(properties, { events: event, watchProduct });

    it('is offered', () => {
      const offered = optionsOf(named(properties, 'events')).find(({ value }) => value === event);
      expect(offered).toMatchObject({ name: label, description: description.replace(/\.$/, '') });
    });

    it('asks for every input, those of other events aside', () => {
      const own = ['events', 'watchProduct', 'options'];
      const asked = (watched: string) =>
        formOf(watched)
          .map(({ name }) => name)
          .filter((name) => !own.includes(name));
      const keys = input.map(({ key }) => key).filter((key) => key !== 'productId');
      expect(asked('one')).toEqual(['productId', ...keys]);
      expect(asked('several')).toEqual(['productIds', ...keys.filter((key) => key !== 'lessonId')]);
      expect(asked('all')).toEqual(keys.filter((key) => key !== 'lessonId'));
      for (const field of input.filter(({ key }) => key !== 'productId'))
        expect(named(formOf('one'), field.key)).toMatchObject({ displayName: field.label, type: FORMS[field.type] });
    });

    it('requires what the catalogue requires', () => {
      const required = formOf('all')
        .filter((property) => property.required)
        .map(({ name }) => name);
      expect(required).toEqual(['events', ...input.filter((field) => field.required).map(({ key }) => key)]);
    });
  },
);

describe('every parameter', () => {
  const all = [node, trigger].flatMap(({ description }) => fields(description.properties));
  const methods = node.methods;

  it('that reads a list has the method for it', () => {
    for (const { modes = [], typeOptions } of all) {
      const search = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
      if (search) expect(methods.listSearch).toHaveProperty(search);
      if (typeOptions?.loadOptionsMethod) expect(methods.loadOptions).toHaveProperty(typeOptions.loadOptionsMethod);
    }
  });

  it('that depends on a product names one that is in the same form', () => {
    for (const { typeOptions } of all)
      for (const name of typeOptions?.loadOptionsDependsOn ?? [])
        expect(named(all, String(name).split('.')[0] as string)).toBeDefined();
  });

  it('has texts as n8n writes them', () => {
    for (const { displayName, description, type } of all) {
      expect(displayName).toMatch(/^[A-Z]/);
      if (type === 'boolean') expect(description).toMatch(/^Whether /);
      // One sentence has no stop; of several, each has one.
      if (description) expect(description.endsWith('.')).toBe(/\. /.test(description));
    }
  });

  it('has an address pattern that matches as n8n tries it', () => {
    const product = 'https://school.example.com/dashboard/product/xSdpd-IChlXX-_XuHyRKO';
    const { modes = [] } = named(all, 'productId') as INodeProperties & INodePropertyCollection;
    const byUrl = modes.find(({ name }) => name === 'url');
    const [rule] = byUrl?.validation as unknown as { properties: { regex: string } }[];
    const tried = new RegExp(`^${rule?.properties.regex}$`);
    expect(product).toMatch(tried);
    expect(`${product}/content?tab=1#top`).toMatch(tried);
    expect('https://school.example.com/blog').not.toMatch(tried);
    const { regex } = byUrl?.extractValue as { regex: string };
    expect(new RegExp(regex).exec(`${product}?tab=1`)?.[1]).toBe('xSdpd-IChlXX-_XuHyRKO');
  });
});

it('the trigger says before its first run that several items may come at once', () => {
  expect(trigger.description.hints).toMatchObject([
    { whenToDisplay: 'beforeExecution', location: 'outputPane', message: expect.stringContaining('multiple items') },
  ]);
});

it('the entry that both nodes share in the nodes panel speaks of both', () => {
  // It is found under the name of the one, and n8n takes the description of the other.
  expect(trigger.description.name).toBe(`${node.description.name}Trigger`);
  expect(trigger.description.description).toMatch(/^Starts the workflow when .*\. Its actions .*\.$/);
});

it('a choice that is left alone means the same for ever', () => {
  const defaults = node.description.properties
    .filter(({ name }) => name === 'resource' || name === 'operation')
    .map((one) => [one.displayOptions?.show?.['resource']?.[0] ?? 'resource', one.default]);
  expect(Object.fromEntries(defaults)).toEqual({
    resource: 'customer',
    customer: 'invite',
    product: 'create',
    paymentPlan: 'create',
    section: 'create',
    lesson: 'create',
    media: 'upload',
    user: 'create',
    api: 'request',
  });
});

it('the operations read as n8n names them', () => {
  const offered = form(node.description.properties, {}).concat(
    node.description.properties.filter(({ name }) => name === 'operation'),
  );
  const names = offered
    .filter(({ name }) => name === 'operation')
    .flatMap((one) => optionsOf(one).map(({ name, action }) => [name, action]));
  expect(names).toEqual([
    ['Find', 'Find a customer'],
    ['Find Progress', 'Find customer progress'],
    ['Get Many', 'Get many customers'],
    ['Get Progress', 'Get customer progress'],
    ['Invite', 'Invite a customer'],
    ['Create', 'Create a product'],
    ['Delete', 'Delete a product'],
    ['Find', 'Find a product'],
    ['Get', 'Get a product'],
    ['Get Many', 'Get many products'],
    ['Publish', 'Publish a product'],
    ['Unpublish', 'Unpublish a product'],
    ['Update', 'Update a product'],
    ['Archive', 'Archive a payment plan'],
    ['Create', 'Create a payment plan'],
    ['Find', 'Find a payment plan'],
    ['Get', 'Get a payment plan'],
    ['Get Many', 'Get many payment plans'],
    ['Set as Default', 'Set a payment plan as default'],
    ['Update', 'Update a payment plan'],
    ['Create', 'Create a section'],
    ['Delete', 'Delete a section'],
    ['Find', 'Find a section'],
    ['Get Many', 'Get many sections'],
    ['Reorder', 'Reorder sections'],
    ['Update', 'Update a section'],
    ['Create', 'Create a text lesson'],
    ['Create From File', 'Create a lesson from a file'],
    ['Delete', 'Delete a lesson'],
    ['Find', 'Find a lesson'],
    ['Get', 'Get a lesson'],
    ['Get Many', 'Get many lessons'],
    ['Move', 'Move a lesson'],
    ['Update', 'Update a lesson'],
    ['Upload', 'Upload a media file'],
    ['Create', 'Create a user'],
    ['Update', 'Update a user'],
    ['Request', 'Make an API request'],
  ]);
});
