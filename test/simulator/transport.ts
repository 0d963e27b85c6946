/** The way to the simulated school, in process: answers as bytes, in no order among requests in flight, with faults. */
import type { HttpRequest, HttpResponse, Transport } from '../../packages/core/src/index.ts';
import type { Random } from './random.ts';
import type { SimSchool } from './school.ts';
import { answer, type Window } from './wire.ts';

export interface Line {
  readonly transport: Transport;
  /** From now on nothing is answered, as if the process that asks were dead. */
  dead: boolean;
  requests: number;
  bytes: number;
}

export interface LineOptions {
  readonly school: SimSchool;
  readonly random: Random;
  readonly window: Window;
  /** How likely a request fails. Read at each request. */
  readonly faults: () => number;
  /** Called before each answer: things happen while a roster is read. */
  readonly meanwhile: () => void;
}

const encoder = new TextEncoder();

export function openLine({ school, random, window, faults, meanwhile }: LineOptions): Line {
  const line: Line = {
    dead: false,
    requests: 0,
    bytes: 0,
    async transport(request: HttpRequest): Promise<HttpResponse> {
      // Requests in flight overtake each other.
      for (let hops = random.whole(0, 6); hops > 0; hops--) await undefined;
      school.now += random.whole(20, 400);
      line.requests++;
      meanwhile();
      if (line.dead) throw Object.assign(new Error('The process was killed.'), { code: 'ECONNRESET' });
      if (random.chance(faults())) return fault(random);
      const { status, body } = answer(school, new URL(request.url), window);
      const bytes = encoder.encode(JSON.stringify(body));
      line.bytes += bytes.length;
      return { status, headers: { 'content-type': 'application/json' }, body: bytes };
    },
  };
  return line;
}

function fault(random: Random): HttpResponse {
  const dice = random.whole(0, 6);
  if (dice === 0) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  if (dice === 1) throw Object.assign(new Error('timeout'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  const reply = (status: number, text: string): HttpResponse => ({ status, headers: {}, body: encoder.encode(text) });
  if (dice === 2) return reply(500, '{"error":{"code":"internal_error","message":"Oops"}}');
  if (dice === 3) return reply(429, '');
  if (dice === 4) return reply(503, '<html><title>Down</title></html>');
  if (dice === 5) return reply(200, '<html><title>Login</title></html>');
  return reply(200, '{"data":[{"user":{"userId":"cut');
}
