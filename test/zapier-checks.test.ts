/** Zapier's published checks of a definition: each finds what it is for, and none finds anything in the app. */
import App from '../packages/zapier-app/src/index.ts';
import {
  CHECKS,
  checkDefinition,
  domainsAreChecked,
  type Definition,
} from '../packages/zapier-app/test/checks/index.ts';
import { AUTH_TEST, run } from '../packages/zapier-app/test/run.ts';
import { startSite } from './support/site.ts';

type Json = Readonly<Record<string, unknown>>;
const app: Definition = App;

/** An app with one step of each kind that no check finds anything in. */
function sound(): Definition {
  const display = { label: 'Find Cake', description: 'Finds a cake. See [the shop](https://shop.example.com).' };
  const field = { key: 'name', label: 'Name', helpText: 'What the cake is called.', type: 'string' };
  const operation = { sample: { id: 'c1' }, outputFields: [{ key: 'id', type: 'string' }], inputFields: [field] };
  return {
    authentication: {
      type: 'custom',
      connectionLabel: '{{shop}}',
      fields: [
        { key: 'shopUrl', label: 'Shop', type: 'string' },
        { key: 'apiKey', label: 'Key', type: 'password', helpText: 'See [your keys](https://shop.example.com/keys).' },
      ],
    },
    flags: { cleanInputData: false },
    triggers: {
      cake_baked: {
        key: 'cake_baked',
        display: { label: 'Cake Baked', description: 'Triggers when a cake is baked.' },
        operation: { ...operation, type: 'polling' },
      },
    },
    searches: { find_cake: { key: 'find_cake', display, operation } },
    creates: {
      bake_cake: { key: 'bake_cake', display: { label: 'Bake a Cake', description: 'Bakes a cake.' }, operation },
    },
    searchOrCreates: { find_cake: { key: 'find_cake', display, search: 'find_cake', create: 'bake_cake' } },
  };
}

/** The sound app with something else at a place: `triggers.cake_baked.operation.type`. */
function withAt(path: string, value: unknown): Definition {
  const change = (part: unknown, [key = '', ...rest]: readonly string[]): Json => ({
    ...(part as Json),
    [key]: rest.length === 0 ? value : change((part as Json)[key], rest),
  });
  return change(sound(), path.split('.')) as Definition;
}

const trigger = 'triggers.cake_baked';
const create = 'creates.bake_cake';
const asking = (field: object) => withAt(`${create}.operation.inputFields`, [{ type: 'string', ...field }]);
const giving = (sample: object, outputFields: readonly object[]) => {
  const operation = { ...sound().creates?.['bake_cake']?.operation, sample, outputFields };
  return withAt(`${create}.operation`, operation);
};
const hook = { type: 'hook', performList: () => [], performSubscribe: () => ({}), performUnsubscribe: () => ({}) };
const hooked = (changes: object) =>
  withAt(`${trigger}.operation`, { ...sound().triggers?.['cake_baked']?.operation, ...hook, ...changes });

const BROKEN: ReadonlyArray<readonly [check: string, what: string, broken: Definition, where: string]> = [
  ['D001', 'a key in a step', asking({ key: 'api_key' }), `${create}.operation.inputFields.api_key`],
  ['D001', 'a password in a step', asking({ key: 'userPassword' }), 'userPassword'],
  ['D001', 'a hidden field in a step', asking({ key: 'word', type: 'password' }), 'word'],
  [
    'D002',
    'a key without a link',
    withAt('authentication.fields', [
      { key: 'apiKey', type: 'password', helpText: 'In `[Settings](https://a.example)`.' },
    ]),
    'authentication.fields.apiKey.helpText',
  ],
  ['D003', 'no label', withAt('authentication.connectionLabel', ''), 'connectionLabel'],
  ['D003', 'the same label for all', withAt('authentication.connectionLabel', 'Shop'), 'connectionLabel'],
  ['D003', 'a key as the label', withAt('authentication.connectionLabel', '{{apiKey}}'), 'connectionLabel'],
  ['D004', 'an ID to paste', asking({ key: 'cakeId' }), 'cakeId'],
  ['D004', 'IDs to paste', asking({ key: 'cake_ids', list: true }), 'cake_ids'],
  ['D005', 'a dropdown of nothing', asking({ key: 'cakeId', dynamic: 'cake_list.id.name' }), 'cakeId.dynamic'],
  ['D006', 'a hook that cannot be asked', hooked({ performList: undefined }), `${trigger}.operation.performList`],
  ['D007', 'a call by http', withAt(`${create}.operation.perform`, { url: 'http://shop.example.com' }), 'perform.url'],
  [
    'D007',
    'a link by http',
    withAt(`${create}.display.description`, 'See [this](http://a.example).'),
    'display.description',
  ],
  ['D008', 'a bare address', withAt(`${create}.display.description`, 'See https://a.example.'), 'display.description'],
  ['D008', 'half a link', asking({ key: 'name', helpText: 'See [this(https://a.example)' }), 'name.helpText'],
  ['D009', 'a search for nothing', withAt('searches.find_cake.operation.inputFields', []), 'searches.find_cake'],
  [
    'D009',
    'a search that only tells',
    withAt('searches.find_cake.operation.inputFields', [{ key: 'notice', type: 'copy' }]),
    'searches.find_cake',
  ],
  ['D010', 'an event without id', withAt(`${trigger}.operation.sample`, { cakeId: 1 }), 'sample.id'],
  [
    'D010',
    'an event without its primary field',
    withAt(`${trigger}.operation.outputFields`, [{ key: 'number', type: 'number', primary: true }]),
    'sample.number',
  ],
  ['D011', 'help like the label', asking({ key: 'name', label: 'The Name', helpText: 'the name.' }), 'name.helpText'],
  ['D012', 'no sample', withAt(`${create}.operation.sample`, undefined), `${create}.operation.sample`],
  ['D013', 'a search that is not there', asking({ key: 'x', search: 'find_pie.id', dynamic: 'cake_baked.id.id' }), 'x'],
  ['D014', 'a search without a dropdown', asking({ key: 'x', search: 'find_cake.id' }), 'x.search'],
  [
    'D014',
    'a search for a list',
    asking({ key: 'x', search: 'find_cake.id', dynamic: 'cake_baked.id.id', list: true }),
    'x.search',
  ],
  [
    'D015',
    'an action that is not there',
    withAt('searchOrCreates.find_cake.create', 'bake_pie'),
    'searchOrCreates.find_cake',
  ],
  ['D015', 'another search', withAt('searchOrCreates.find_cake.search', 'find_pie'), 'searchOrCreates.find_cake'],
  [
    'D016',
    'an app that is one hook',
    {
      ...hooked({ performSubscribe: undefined }),
      searches: {},
      creates: {},
      searchOrCreates: {},
    },
    trigger,
  ],
  ['D017', 'a hook set up by hand', hooked({ performUnsubscribe: undefined }), `${trigger}.operation`],
  ['D018', 'a label in small letters', withAt(`${create}.display.label`, 'bake a cake'), 'display.label'],
  ['D018', 'a label with a great "Of"', withAt(`${create}.display.label`, 'List Of Cakes'), 'display.label'],
  ['D021', 'whenever', withAt(`${trigger}.display.description`, 'Triggers whenever it bakes.'), 'display.description'],
  ['D021', 'no full stop', withAt(`${trigger}.display.description`, 'Triggers when it bakes'), 'display.description'],
  ['D022', 'an action that asks nothing', withAt(`${create}.operation.inputFields`, [() => []]), 'inputFields'],
  ['D022', 'an action that only tells', asking({ key: 'notice', type: 'copy' }), 'inputFields'],
  ['D023', 'a date in words', giving({ at: '01 Aug 2023' }, []), 'sample.at'],
  ['D023', 'a day that there is not', giving({ at: '2026-02-31' }, []), 'sample.at'],
  ['D023', 'a time without a zone', giving({ on: { at: '2023-08-01T06:50:30' } }, []), 'sample.on.at'],
  ['D024', 'a number for a text', giving({ id: 1 }, [{ key: 'id', type: 'string' }]), 'sample.id'],
  ['D024', 'without what is required', giving({ id: '1' }, [{ key: 'email', required: true }]), 'sample.email'],
  [
    'D025',
    'a link that runs code',
    asking({ key: 'name', helpText: 'See [this](javascript:alert).' }),
    'inputFields.0.helpText',
  ],
  ['D028', 'emptied fields taken out', withAt('flags.cleanInputData', true), 'flags.cleanInputData'],
  ['D028', 'for one step', withAt(`${trigger}.operation.cleanInputData`, true), 'operation.cleanInputData'],
];

describe('the checks', () => {
  it('find nothing in a sound app', () => {
    expect(checkDefinition(sound())).toEqual([]);
    expect(checkDefinition(hooked({}))).toEqual([]);
  });

  it.each(BROKEN)('%s finds %s', (check, _what, broken, where) => {
    const findings = CHECKS[check]?.(broken) ?? [];
    expect(findings).toHaveLength(1);
    expect(findings[0]).toEqual({
      check,
      where: expect.stringContaining(where),
      problem: expect.stringMatching(/\.$|"$/),
      advice: expect.stringMatching(/\.$/),
    });
  });

  it('are all proved to find something', () => {
    expect([...new Set(BROKEN.map(([check]) => check))].sort()).toEqual(Object.keys(CHECKS).sort());
  });

  it('D026 finds a place that is taken unseen, and not one that is looked at', async () => {
    const findings = await domainsAreChecked(sound(), (_key, value) => Promise.resolve(/^https?:/.test(value)));
    expect(new Set(findings.map(({ check, where }) => `${check} ${where}`))).toEqual(
      new Set(['D026 authentication.fields.shopUrl']),
    );
    expect(findings.length).toBeGreaterThan(0);
    expect(await domainsAreChecked(sound(), () => Promise.resolve(true))).toEqual([]);
  });
});

describe('the app', () => {
  it.each(Object.entries(CHECKS))('passes %s', (_number, check) => {
    expect(check(app)).toEqual([]);
  });

  it('passes D026: it looks at the address of the school before anything is sent', async () => {
    const site = await startSite(() => ({ body: { data: [] } }));
    const refuses = async (key: string, value: string) => {
      const { failure } = await run(AUTH_TEST, {
        authData: { baseUrl: site.url, apiKey: 'sk-checks-0123456789', [key]: value },
      });
      return failure?.code === 'validation' && site.received.length === 0;
    };
    // The domain is what a header says, and no call goes there.
    expect(await domainsAreChecked(app, refuses, (key) => key !== 'domain')).toEqual([]);
    await site.stop();
  });
});
