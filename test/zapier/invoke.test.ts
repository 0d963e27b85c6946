/** The built app, run by Zapier's own command line against a school. */
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { mismatches } from '../../packages/zapier-app/test/checks/index.ts';
import { buildApp, openCli, several, type Cli } from '../../packages/zapier-app/test/cli.ts';
import { startFileSite, type FileSite } from '../support/fileSite.ts';
import { closedAddress, startSite, type Site } from '../support/site.ts';
import { startZapierSchool, zapierCases, type ZapierCase, type ZapierSchool } from '../support/zapierSchool.ts';

const KEY = 'sk-invoke-0123456789abcdef';

let sandbox: Sandbox;
let cli: Cli;

beforeAll(async () => {
  [sandbox] = await Promise.all([startSandbox({ seed: 'demo', key: KEY }), buildApp()]);
  cli = openCli({ baseUrl: sandbox.url, apiKey: KEY });
}, 60_000);
afterAll(async () => {
  cli?.stop();
  await sandbox?.stop();
});
jest.setTimeout(90_000);

const productCalled = (title: string) => {
  const product = [...sandbox.school.products.values()].find((one) => one.title === title);
  if (!product) throw new Error(`The school has no ${title}.`);
  return product;
};

describe('the app as it is', () => {
  it('is structurally sound', async () => {
    const { code, stdout } = await cli.run('validate', '--without-style');
    expect(stdout).toContain('This project is structurally sound!');
    expect(code).toBe(0);
  });
});

describe('the connection', () => {
  it('is tested, and carries the name of the host', async () => {
    const [tested, label] = await Promise.all([cli.invoke('auth', 'test'), cli.invoke('auth', 'label')]);
    const { host } = new URL(sandbox.url);
    expect(tested).toEqual({ label: host });
    expect(label).toBe(host);
  });
});

describe('every step of the app, as a Zap runs it', () => {
  const cases = zapierCases();
  let schools: ZapierSchool[];
  let files: FileSite;
  let answers: Map<ZapierCase, Promise<unknown>>;

  beforeAll(async () => {
    files = await startFileSite();
    // Each of those who work at the same time has a school of its own.
    schools = await Promise.all([KEY, KEY].map(startZapierSchool));
    answers = several(
      cases,
      schools.map((school) => async ({ kind, key, input }: ZapierCase) => {
        school.reset();
        return cli.invoke(kind, key, { input: typed(input(school, files)), auth: { baseUrl: school.sandbox.url } });
      }),
    );
  });
  afterAll(() => Promise.all([...schools.map((school) => school.stop()), files.stop()]));

  it.each(cases.map((one) => [one.kind, one.key, one] as const))('%s %s', async (kind, _key, one) => {
    const result = await answers.get(one);
    const things = kind === 'create' ? [result] : (result as unknown[]);
    expect(things.length).toBeGreaterThan(0);
    // The command line keeps no promises: those are kept, and checked, in the tests of triggers.
    const sample = withoutDetails(one.promised.sample);
    for (const thing of things) expect(mismatches(thing, { ...one.promised, sample })).toEqual([]);
  });
});

/** The command line takes numbers and choices as people type them. */
const typed = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'object' ? value : String(value)]),
  );

const withoutDetails = (sample: unknown): unknown => {
  const { details: _details, ...rest } = sample as Record<string, unknown>;
  return rest;
};

describe('what the command line hands on', () => {
  it('the ids of a first poll, the three of a sample, and the page of a dropdown', async () => {
    const [first, sample, products, more] = (await Promise.all([
      cli.invoke('trigger', 'new_customer', { flags: ['--isPopulatingDedupe'] }),
      cli.invoke('trigger', 'new_customer', { flags: ['--isLoadingSample'] }),
      cli.invoke('trigger', 'product_list', { flags: ['--isFillingDynamicDropdown'] }),
      cli.invoke('trigger', 'product_list', { flags: ['--isFillingDynamicDropdown', '--page', '1'] }),
    ])) as unknown[][];
    expect(first).toHaveLength(5);
    for (const one of first ?? []) expect(one).toEqual({ id: expect.stringMatching(/^enrolled:/) });
    expect(sample).toHaveLength(3);
    expect(products).toContainEqual({
      id: productCalled('Advanced Prompting').productId,
      name: 'Advanced Prompting (course, draft)',
    });
    expect(more).toEqual([]);
  });

  it('lists and texts as people fill them in', async () => {
    const { productId, sections } = productCalled('AI Foundations');
    const more = productCalled('Prompt Workbook').productId;
    const [invited, lesson] = await Promise.all([
      cli.invoke('create', 'invite_customer', {
        input: { productId, email: '  New.Buyer@Example.COM ', tags: ['paid', ''], moreProductIds: [more] },
      }),
      cli.invoke('create', 'create_lesson', {
        input: { productId, title: 'By a Zap', content: '# Hello\n\nIt is **new**.', sectionId: '', published: 'true' },
      }),
    ]);
    expect(invited).toMatchObject({
      email: 'new.buyer@example.com',
      enrolments: [{ productId }, { productId: more }],
    });
    expect(sandbox.outbox.filter((mail) => mail.to === 'new.buyer@example.com')).toHaveLength(2);
    expect(lesson).toMatchObject({ groupId: sections[0]?.sectionId, published: true });
  });
});

describe('bad input, as Zapier shows it', () => {
  let stranger: Site;
  let redirecting: Site;

  beforeAll(async () => {
    stranger = await startSite(() => ({ status: 200, body: '<html><title>Cakes</title></html>' }));
    redirecting = await startSite(({ url }) => ({ status: 308, headers: { location: stranger.url + url } }));
  });
  afterAll(() => Promise.all([stranger.stop(), redirecting.stop()]));

  it('a connection that cannot work', async () => {
    const [wrongKey, noSchool, redirected, insecure, closed] = await Promise.all([
      cli.failure('auth', 'test', { auth: { apiKey: 'sk-wrong-0123456789' } }),
      cli.failure('auth', 'test', { auth: { baseUrl: stranger.url } }),
      cli.failure('auth', 'test', { auth: { baseUrl: redirecting.url } }),
      cli.failure('auth', 'test', { auth: { baseUrl: 'http://school.example.com' } }),
      cli.failure('auth', 'test', { auth: { baseUrl: await closedAddress() } }),
    ]);
    expect(wrongKey).toMatch(/does not accept the API key\. .*Settings > Miscellaneous > API Keys/);
    expect(noSchool).toMatch(/answered with a web page .*Check the base URL/);
    expect(redirected).toMatch(/redirects to http.* The API key was not sent there\. .*use it as the base URL/);
    expect(insecure).toMatch(/uses http.* Use https:\/\/school\.example\.com instead/);
    expect(closed).toMatch(/refuses connections\. .*Check the base URL/);
    expect([wrongKey, noSchool, redirected, insecure, closed].join()).not.toContain(KEY);
    // The stranger was asked once with the key, as the base URL that was given; never by way of the redirect.
    expect(stranger.received).toHaveLength(1);
  });

  it('an action that the school refuses', async () => {
    const draft = productCalled('Advanced Prompting').productId;
    const [unpublished, unknown, address] = await Promise.all([
      cli.failure('create', 'invite_customer', { input: { productId: draft, email: 'a@example.com' } }),
      cli.failure('create', 'invite_customer', { input: { productId: 'nothing', email: 'a@example.com' } }),
      cli.failure('create', 'invite_customer', {
        input: { productId: draft, email: 'a at example' },
        flags: ['--debug'],
      }),
    ]);
    expect(unpublished).toMatch(/unpublished product.*Publish the product first/);
    expect(unknown).toMatch(/not found.*Check the ID/);
    expect(address).toMatch(/is not an e-mail address.*Give one address like/);
  });

  it('never shows the key, not even with every request logged', async () => {
    const flags = ['--debug'];
    const { productId } = productCalled('Advanced Prompting');
    const shown = await cli.failure('create', 'invite_customer', {
      input: { productId, email: 'a@example.com' },
      flags,
    });
    expect(shown).toContain('/customers/invitations');
    expect(shown).not.toContain(KEY);
  });
});
