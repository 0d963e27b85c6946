/**
 * The fault matrix: every fault on every kind of call. For each cell it is said what comes out and how many requests
 * are made; and of every cell it must be true that nothing was done twice, and nothing is lost without being said.
 */
import { isCourseLitError } from '../packages/core/src/index.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { CALLS } from './faults/calls.ts';
import { connect, furnish } from './faults/course.ts';
import { EXCEPTIONS, FAULTS } from './faults/faults.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe.each(Object.entries(FAULTS))('%s', (faultName, makeFault) => {
  it.each(Object.entries(CALLS))('%s', async (callName, call) => {
    sandbox.reset();
    const waits: number[] = [];
    const expected = makeFault();
    // Only where the time-out is what is tried: long enough for a loaded machine, short enough to be waited for.
    const school = expected.fault.kind === 'hang' ? connect(sandbox, waits, 400) : connect(sandbox, waits);
    const place = await furnish(school);
    const { method, path } = call;
    const handle = sandbox.faults.add({ fault: expected.fault, method, path, times: 1 });
    const before = sandbox.requestCount;

    const outcome = await call.run(school, place).then(
      () => ({ result: 'done', mayBeDone: false }),
      (error: unknown) => {
        if (!isCourseLitError(error)) throw error;
        return { result: error.code as string, mayBeDone: error.mayBeDone, said: error.message };
      },
    );
    expect(handle.hits).toBe(1);
    handle.remove();
    const made = sandbox.requests
      .slice(before - sandbox.requestCount)
      .filter((one) => one.method === method && path.test(one.path));

    const [result, requests] = EXCEPTIONS[`${callName}, ${faultName}`] ?? expected[call.kind];
    const pages = callName === 'list products' || callName === 'read the roster' ? 1 : 0;
    expect([outcome.result, made.length]).toEqual([result, result === 'done' ? requests + pages : requests]);
    if (expected.wait !== undefined && result === 'done')
      expect(Math.max(...waits)).toBeGreaterThanOrEqual(expected.wait);

    // Nothing is done twice, and what may have been done is said.
    if (call.kind !== 'read') {
      const effects = await call.effects(school, place, sandbox);
      expect(effects).toBeLessThanOrEqual(1);
      if (outcome.result === 'done') expect(effects).toBe(1);
      if (effects === 1 && outcome.result !== 'done') expect(outcome.mayBeDone).toBe(true);
      if (outcome.mayBeDone && call.kind === 'creating')
        expect(outcome).toMatchObject({ said: expect.stringContaining('may have been carried out') });
    }
  });
});
