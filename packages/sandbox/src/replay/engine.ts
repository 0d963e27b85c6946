/** Plays a recording against a sandbox, in order, and tells where the two differ. */
import { request as httpRequest } from 'node:http';
import { startSandbox } from '../sandbox.ts';
import type { DomainOptions, Sandbox } from '../options.ts';
import type { School } from '../model/school.ts';
import { hostName } from '../hosts.ts';
import { compare } from './compare.ts';
import type { Difference } from './compare.ts';
import type { Exchange } from './exchanges.ts';
import { objectsIn } from './exchanges.ts';
import { Hydrator } from './hydrate.ts';
import { IdMap } from './ids.ts';

export interface ReplayStep {
  sandbox: Sandbox;
  school: School;
  /** The live id that a recorded one stands for. */
  live: (recorded: string) => string;
}

/** What happened before an exchange, in steps that the recording does not hold. By the exchange's name. */
export type Setup = Readonly<Record<string, (step: ReplayStep) => void>>;

export interface ReplayResult {
  name: string;
  /** Path and method, as recorded. */
  call: string;
  differences: Difference[];
}

export async function replay(exchanges: readonly Exchange[], setup: Setup = {}): Promise<ReplayResult[]> {
  // Time passes with every look at the clock, from the recording's own start.
  let now = firstMoment(exchanges);
  const sandbox = await startSandbox({ clock: () => ++now });
  const ids = new IdMap();
  const results: ReplayResult[] = [];
  try {
    const hydrator = new Hydrator(exchanges, ids);
    for (const exchange of exchanges) {
      results.push(await play(exchange));
      now = Math.max(now, lastMoment(exchange.response.body));
    }

    async function play(exchange: Exchange): Promise<ReplayResult> {
      const { name, request, response } = exchange;
      const result: ReplayResult = { name, call: `${request.method} ${request.path}`, differences: [] };
      try {
        const school = schoolOf(sandbox, exchange, exchanges);
        if (school) hydrator.prepareRequest(school, exchange);
        setup[name]?.({ sandbox, school: sandbox.school, live: (recorded) => ids.of(recorded) });
        if (school) hydrator.prepareAnswer(school, exchange);
        const live = await send(sandbox.url, exchange, ids);
        ids.learn(response.body, live.body);
        result.differences = compare(response.body, live.body, ids);
        if (live.status !== response.status) {
          result.differences.unshift({ path: '', problem: 'status', recorded: response.status, live: live.status });
        }
      } catch (error) {
        // One exchange that cannot even be tried must not hide what the others show.
        result.differences.push({ path: '', problem: String(error), recorded: response.status, live: undefined });
      }
      return result;
    }
  } finally {
    await sandbox.stop();
  }
  return results;
}

/** The school a request means. One that only this recording knows is made up from what it says about itself. */
function schoolOf(sandbox: Sandbox, exchange: Exchange, all: readonly Exchange[]): School | undefined {
  const { host } = exchange.request.headers;
  if (host === undefined) return sandbox.school;
  const name = hostName(host);
  const known = sandbox.schools.get(name);
  if (known) return known;
  const own = all.filter((other) => hostName(other.request.headers['host'] ?? '') === name);
  const said = own.map((other) => JSON.stringify(other.response.body)).join('\n');
  if (said.includes('"success":false')) return undefined;
  const key = own.find(({ response }) => response.status !== 401)?.request.headers['x-api-key'] ?? 'unknown';
  const email = `owner@${name}`;
  const domain: DomainOptions = {
    host: name,
    key,
    paymentMethod: !said.includes('Add payment method'),
    owner: said.includes('"forbidden"')
      ? null
      : {
          email,
          ...(said.includes('Complete your profile') ? {} : { name: 'Recorded Owner' }),
          ...(own.some(({ request, response }) => request.path.includes('/media/') && response.status === 403)
            ? { permissions: ['course:manage', 'course:manage_any', 'course:publish', 'user:manage'] }
            : {}),
        },
  };
  return sandbox.addDomain(domain);
}

interface LiveAnswer {
  status: number;
  body: unknown;
}

function send(url: string, { request }: Exchange, ids: IdMap): Promise<LiveAnswer> {
  const body = bodyOf(request.body, ids);
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { ...request.headers };
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    const call = httpRequest(
      `${url}${ids.rewritePath(request.path)}`,
      { method: request.method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          resolve({ status: response.statusCode ?? 0, body: isJson ? (JSON.parse(text) as unknown) : text });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

function bodyOf(body: unknown, ids: IdMap): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body !== 'string') return JSON.stringify(ids.rewrite(body));
  const omitted = /^<(\d+) bytes omitted>$/.exec(body);
  return omitted ? JSON.stringify('x'.repeat(Number(omitted[1]) - 2)) : body;
}

function firstMoment(exchanges: readonly Exchange[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { response } of exchanges) {
    for (const item of objectsIn(response.body)) {
      if (typeof item['createdAt'] === 'string') first = Math.min(first, Date.parse(item['createdAt']));
    }
  }
  return Number.isFinite(first) ? first : Date.parse('2026-01-01T00:00:00Z');
}

function lastMoment(body: unknown): number {
  let last = 0;
  for (const item of objectsIn(body)) {
    for (const key of ['createdAt', 'updatedAt']) {
      const value = item[key];
      if (typeof value === 'string') last = Math.max(last, Date.parse(value));
    }
  }
  return last;
}
