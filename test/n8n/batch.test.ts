/** A thousand invitations in one run: one after the other, through a busy school, and past a row that is no address. */
import { KEY, located, setUp, type Setup } from './engine/setup.ts';

let n8n: Setup;

beforeAll(async () => {
  n8n = await setUp();
}, 60_000);
afterAll(() => n8n.stop());

const COUNT = 1000;
const BAD = 617;

it(`${COUNT} rows, of which one is wrong, at a school that asks for patience`, async () => {
  const { sandbox } = n8n;
  const invitations = /customers\/invitations$/;
  sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 1 }, path: invitations, skip: 100, times: 2 });
  sandbox.faults.add({ fault: { kind: 'status', status: 502, body: 'html' }, path: invitations, skip: 400, times: 1 });
  sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, path: invitations, skip: 700, times: 1 });
  const items = Array.from({ length: COUNT }, (_, index) => ({
    json: { email: index === BAD ? 'not an address' : `buyer${index}@example.com` },
  }));

  const { status, outputs } = await n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters: {
      resource: 'customer',
      operation: 'invite',
      productId: located(n8n.productCalled('AI Foundations')),
      email: '={{ $json.email }}',
    },
    items,
    onError: 'continueRegularOutput',
  });

  expect(status).toBe('success');
  const results = outputs[0] ?? [];
  expect(results.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
  const failed = results.filter(({ json }) => 'error' in json);
  expect(failed).toEqual([
    {
      json: { error: expect.stringMatching(/^"Email" is not an e-mail address: "not an address"\. Give one/) },
      pairedItem: { item: BAD },
    },
  ]);
  expect(new Set(results.map(({ json }) => json['userId'])).size).toBe(COUNT);

  // Everyone has one mail, also those whose answer was lost.
  const wanted = items.map(({ json }) => json.email).filter((email) => email.includes('@'));
  expect(sandbox.outbox.map((mail) => mail.to).sort()).toEqual([...wanted].sort());
  // Three refusals and one answer that was lost are all that was asked twice.
  const posts = sandbox.requests.filter(({ path }) => invitations.test(path));
  expect(posts.length).toBeLessThanOrEqual(COUNT - 1 + 4);
  expect(posts.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
}, 120_000);
