/** What the core costs on top of undici: the same request, the same agent, the same server, in turn. */
import { Agent, request } from 'undici';
import { createSchool } from '../../packages/core/src/index.ts';
import { undiciTransport } from '../../packages/core/src/http/undici.ts';
import { median, timed, type Goal } from './measure.ts';
import { serve } from './server.ts';

/** Many short rounds: what disturbs the machine then hits both alike. */
const ROUNDS = 41;
const WARM_UP_ROUNDS = 10;
const CALLS_A_ROUND = 200;
const IN_FLIGHT = 50;

/** Milliseconds of each of so many calls, one after the other. */
async function latencies(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < CALLS_A_ROUND; done++) times.push(await timed(call));
  return median(times) * 1000;
}

/** Calls a second with so many in flight. */
async function throughput(call: () => Promise<unknown>): Promise<number> {
  let left = CALLS_A_ROUND * 5;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  return (CALLS_A_ROUND * 5) / (await timed(() => Promise.all(Array.from({ length: IN_FLIGHT }, worker))));
}

export async function benchCalls(): Promise<Goal[]> {
  const server = await serve();
  const { url, key, productId } = server;
  const dispatcher = new Agent({ connections: IN_FLIGHT, keepAliveTimeout: 60_000 });
  const school = createSchool({
    baseUrl: url,
    transport: undiciTransport({ baseUrl: url, apiKey: key, dispatcher }),
    secrets: [key],
  });
  const core = () => school.products.get(productId);
  const headers = { accept: 'application/json', 'x-api-key': key };
  const bare = async () => (await request(`${url}/api/products/${productId}`, { headers, dispatcher })).body.json();
  const ratios = { latency: [] as number[], throughput: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    // Which goes first changes, so that a machine that gets slower or faster favours neither.
    const [first, second] = round % 2 ? [core, bare] : [bare, core];
    const latency = new Map([[first, await latencies(first)]]).set(second, await latencies(second));
    const rate = new Map([[first, await throughput(first)]]).set(second, await throughput(second));
    if (round < 0) continue;
    ratios.latency.push((latency.get(core) as number) / (latency.get(bare) as number));
    ratios.throughput.push((rate.get(core) as number) / (rate.get(bare) as number));
  }
  await dispatcher.close();
  server.stop();
  return [
    { what: 'latency of a call, core + undici to bare undici', value: median(ratios.latency), most: 1.15, unit: 'x' },
    {
      what: 'throughput at 50 in flight, core + undici to bare undici',
      value: median(ratios.throughput),
      least: 0.85,
      unit: 'x',
    },
  ];
}
