/** The sandbox's own side: its page, and switches for tests that run outside its process. JSON, loopback only. */
import { html, json } from '../api/answers.ts';
import type { Answer } from '../api/answers.ts';
import type { ServedRequest } from '../http/server.ts';
import type { Sandbox } from '../options.ts';
import { hostName, isLoopback } from '../hosts.ts';
import { RuleError } from '../model/errors.ts';
import { actions, ControlError } from './actions.ts';
import { PAGE, PAGE_POLICY } from './page.ts';
import { stateOf } from './state.ts';

export async function answerControl(
  sandbox: Sandbox,
  request: ServedRequest,
  readBody: () => Promise<string>,
): Promise<Answer> {
  const { method, pathname } = request;
  if (foreignOrigin(request)) return json(403, { error: 'The sandbox is controlled from this machine only' });
  const name = pathname.replace(/^\/(sandbox\/?)?/, '');
  if (name === '') return method === 'GET' || method === 'HEAD' ? page() : json(405, { error: 'GET only' });
  if (method === 'GET') {
    if (name === 'state') return fresh(json(200, stateOf(sandbox)));
    if (name === 'outbox') return fresh(json(200, { data: sandbox.outbox }));
    if (name === 'requests') return fresh(json(200, { total: sandbox.requestCount, data: withoutKeys(sandbox) }));
    if (name === 'faults') return fresh(json(200, { data: listFaults(sandbox) }));
    return json(404, { error: 'Not found' });
  }
  if (method === 'DELETE' && name === 'faults') {
    sandbox.faults.clear();
    return json(200, { ok: true });
  }
  const action = actions[name];
  if (method !== 'POST' || !action) return json(404, { error: 'Not found' });
  try {
    const text = await readBody();
    const body: unknown = text.trim() === '' ? {} : JSON.parse(text);
    if (typeof body !== 'object' || body === null) throw new ControlError('The body must be a JSON object');
    return json(200, action(sandbox, body as Record<string, unknown>));
  } catch (error) {
    if (error instanceof ControlError || error instanceof SyntaxError || error instanceof RuleError) {
      return json(400, { error: error.message });
    }
    throw error;
  }
}

/** A page from elsewhere, open in a browser on this machine, must not reach the switches. */
function foreignOrigin({ message }: ServedRequest): boolean {
  const { origin } = message.headers;
  if (origin === undefined) return false;
  try {
    return !isLoopback(hostName(new URL(origin).host));
  } catch {
    return true;
  }
}

function page(): Answer {
  const answer = html(200, PAGE);
  const headers = { ...answer.headers, 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' };
  return fresh({ ...answer, headers });
}

function fresh(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}

function withoutKeys(sandbox: Sandbox): object[] {
  return sandbox.requests.map(({ headers: _headers, ...entry }) => entry);
}

function listFaults(sandbox: Sandbox): object[] {
  return sandbox.faults.list().map(({ id, hits, rule }) => {
    const { path } = rule;
    return { id, hits, ...rule, ...(path instanceof RegExp ? { path: path.source } : {}) };
  });
}
