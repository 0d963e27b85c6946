/** The built app, run by Zapier's own command line against a school. */
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { buildApp, openCli, type Cli } from '../../packages/zapier-app/test/cli.ts';
import { closedAddress, startSite, type Site } from '../support/site.ts';

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

describe('actions', () => {
  it('Invite Customer enrols and has the school send a mail', async () => {
    const { productId } = productCalled('AI Foundations');
    const result = await cli.invoke('create', 'invite_customer', {
      input: {
        productId,
        email: '  New.Buyer@Example.COM ',
        tags: ['paid', ''],
        moreProductIds: [productCalled('Prompt Workbook').productId],
      },
    });
    expect(result).toMatchObject({
      email: 'new.buyer@example.com',
      membershipStatus: 'active',
      productId,
      enrolments: [{ productId }, { productId: productCalled('Prompt Workbook').productId }],
    });
    expect(sandbox.outbox.filter((mail) => mail.to === 'new.buyer@example.com')).toHaveLength(2);
  });

  it('Create User and Create Product', async () => {
    const [user, product] = await Promise.all([
      cli.invoke('create', 'create_user', {
        input: { email: 'helper@example.com', name: 'Hel Per', permissions: ['course:manage', 'media:manage'] },
      }),
      cli.invoke('create', 'create_product', { input: { title: 'Made by a Zap' } }),
    ]);
    expect(user).toMatchObject({ email: 'helper@example.com', alreadyExisted: false });
    expect(product).toMatchObject({ title: 'Made by a Zap', type: 'course', published: false });
  });

  it('Create Lesson writes Markdown into the chosen section, and into the first if none is chosen', async () => {
    const { productId, sections } = productCalled('AI Foundations');
    const lesson = { productId, title: 'Written by a Zap', content: '# Hello\n\nThis is **new**.' };
    const [chosen, first] = await Promise.all([
      cli.invoke('create', 'create_lesson', { input: { ...lesson, sectionId: sections[1]?.sectionId } }),
      cli.invoke('create', 'create_lesson', { input: { ...lesson, sectionId: '', published: 'true' } }),
    ]);
    expect(chosen).toMatchObject({ groupId: sections[1]?.sectionId, published: false, requiresEnrollment: true });
    expect(first).toMatchObject({ groupId: sections[0]?.sectionId, published: true });
  });
});

describe('triggers', () => {
  it('New Customer answers everyone on the first poll, newest first, and three as a sample', async () => {
    const { productId } = productCalled('AI Foundations');
    const [all, sample] = (await Promise.all([
      cli.invoke('trigger', 'new_customer', { input: { productId }, flags: ['--isPopulatingDedupe'] }),
      cli.invoke('trigger', 'new_customer', { flags: ['--isLoadingSample'] }),
    ])) as Array<Array<{ id: string; occurredAt: string; customer: { email: string } }>>;
    expect(all?.map((event) => event.customer.email)).toEqual(
      expect.arrayContaining(['ada@example.com', 'grace@example.com', 'linus@example.com', 'mei@example.com']),
    );
    const times = all?.map((event) => event.occurredAt) ?? [];
    expect(times).toEqual([...times].sort().reverse());
    expect(sample).toHaveLength(3);
  });

  it('dropdowns list products, and the sections of one', async () => {
    const { productId, sections } = productCalled('AI Foundations');
    const flags = ['--isFillingDynamicDropdown'];
    const [products, more, ofProduct] = await Promise.all([
      cli.invoke('trigger', 'product_list', { flags }),
      cli.invoke('trigger', 'product_list', { flags: [...flags, '--page', '1'] }),
      cli.invoke('trigger', 'section_list', { input: { productId }, flags }),
    ]);
    expect(products).toEqual(
      expect.arrayContaining([
        { id: productId, name: 'AI Foundations (course)' },
        { id: productCalled('Advanced Prompting').productId, name: 'Advanced Prompting (course, draft)' },
      ]),
    );
    expect(more).toEqual([]);
    expect(ofProduct).toEqual(sections.map(({ sectionId, name }) => ({ id: sectionId, name })));
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
