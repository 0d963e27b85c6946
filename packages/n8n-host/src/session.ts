import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from './types.ts';

const TIMEOUT_MS = 30_000;

/** n8n said no. */
export class N8nError extends Error {
  override name = 'N8nError';
  readonly status: number;
  readonly body: string;

  constructor(what: string, status: number, body: string) {
    super(`n8n refused ${what} (${status}): ${messageOf(body)}`);
    this.status = status;
    this.body = body;
  }
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Not JSON: the body itself is what there is to say.
  }
  return body.slice(0, 300) || 'no reason given';
}

/** One signed-in user: the editor's own interface by cookie, and the public API by key. */
export class Session {
  readonly #base: string;
  readonly #folder: string;
  #cookie = '';
  #owner: Owner | undefined;

  constructor(base: string, folder: string) {
    this.#base = base;
    this.#folder = folder;
  }

  get owner(): Owner {
    if (!this.#owner) throw new Error('Nobody is signed in to n8n yet: call signIn() first.');
    return this.#owner;
  }

  /** Creates the owner's account at the first start, signs in at the next ones, and sees to a key for the public API. */
  async signIn(email: string): Promise<Owner> {
    const file = join(this.#folder, 'owner.json');
    const kept = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Owner | null;
    const settings = (await this.rest('GET', '/settings')) as { userManagement?: { showSetupOnFirstLoad?: boolean } };
    const isNew = settings.userManagement?.showSetupOnFirstLoad === true;
    if (!isNew && !kept) throw new Error('This n8n has an owner whose password is not known here.');
    // n8n asks for a digit and an upper-case letter.
    const owner: Owner = isNew || !kept ? { email, password: `${randomBytes(9).toString('base64url')}A1` } : kept;
    if (isNew) {
      // Kept before it is used: an interruption between the two must not lock anyone out.
      delete owner.apiKey;
      await keep(file, owner);
      await this.rest('POST', '/owner/setup', {
        email: owner.email,
        password: owner.password,
        firstName: 'Course',
        lastName: 'Owner',
      });
    } else {
      await this.rest('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
    }
    this.#owner = owner;
    if (!owner.apiKey || !(await this.#keyWorks(owner.apiKey))) {
      owner.apiKey = await this.#newKey();
      await keep(file, owner);
    }
    return owner;
  }

  /** A call of the editor's own interface. */
  async rest(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#call(
      method,
      `/rest${path}`,
      { cookie: this.#cookie, 'browser-id': 'courselit-connector' },
      body,
    );
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    const answer: unknown = await answerOf(response, `${method} ${path}`);
    return answer !== null && typeof answer === 'object' && 'data' in answer && !('count' in answer)
      ? answer.data
      : answer;
  }

  /** A call of n8n's public API. */
  async api(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#call(method, `/api/v1${path}`, { 'X-N8N-API-KEY': this.owner.apiKey ?? '' }, body);
    return answerOf(response, `${method} ${path}`);
  }

  async #call(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #keyWorks(key: string): Promise<boolean> {
    const response = await this.#call('GET', '/api/v1/workflows?limit=1', { 'X-N8N-API-KEY': key });
    await response.text();
    return response.ok;
  }

  async #newKey(): Promise<string> {
    const scopes = [
      'workflow:read',
      'workflow:list',
      'workflow:activate',
      'workflow:deactivate',
      'execution:read',
      'execution:list',
      'execution:delete',
    ];
    const label = `courselit-connector ${randomBytes(3).toString('hex')}`;
    const made = (await this.rest('POST', '/api-keys', { label, expiresAt: null, scopes })) as { rawApiKey: string };
    return made.rawApiKey;
  }
}

async function answerOf(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new N8nError(what, response.status, text);
  return text === '' ? undefined : JSON.parse(text);
}

async function keep(file: string, owner: Owner): Promise<void> {
  await writeFile(file, `${JSON.stringify(owner, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
