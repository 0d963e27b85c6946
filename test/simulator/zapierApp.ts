/** Zaps of the app: each poll is the `perform` of its trigger, given what Zapier gives it, on a simulated school. */
import { Readable } from 'node:stream';
import { triggers } from '../../packages/core/src/index.ts';
import App from '../../packages/zapier-app/src/index.ts';
import { operationKey } from '../../packages/zapier-app/src/translate/keys.ts';
import type { ConnectorEvent } from '../../packages/core/src/index.ts';
import type { ZapOf } from './week.ts';

type Perform = (z: object, bundle: object) => Promise<readonly ConnectorEvent[]>;

/** Zapier's classes tell a Zap what to do; here, whatever is thrown is a poll that failed. */
const errors = { Error, ExpiredAuthError: Error, HaltedError: Error, ThrottledError: Error };

/** The clock of the process is the school's as long as a poll goes on; the app has no other. */
export const zapOfApp: ZapOf = ({ event, productId, thresholds, stalledDays }, { transport }, now) => {
  const trigger = triggers.find((one) => one.event === event);
  if (!trigger) throw new Error(`There is no trigger for ${event}.`);
  const { perform } = App.triggers[operationKey(trigger)]?.operation as unknown as { perform: Perform };
  /** `z.request`, as far as the app uses it. */
  const request = async (url: string, { method, headers, body }: Parameters<typeof fetch>[1] & object) => {
    const answer = await transport({
      method: method as 'GET',
      url,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { body }),
      toSchool: true,
      timeoutMs: 60_000,
      maxResponseBytes: 2 ** 24,
    });
    return { status: answer.status, headers: new Headers(answer.headers), body: Readable.from([answer.body]) };
  };
  const z = { request, errors, dehydrate: () => 'hydrate|||{}|||hydrate' };
  const inputData = { productId, thresholds: thresholds.map(String), stalledDays };
  return async (meta) => {
    const clock = Date.now;
    Date.now = now;
    try {
      return await perform(z, {
        authData: { baseUrl: 'https://sim.example', apiKey: 'sk-simulated' },
        inputData,
        meta,
      });
    } finally {
      Date.now = clock;
    }
  };
};
