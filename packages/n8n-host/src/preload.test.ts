/** What is loaded into n8n before it starts: each in a process of its own, as n8n has it. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const preload = (name: string) => fileURLToPath(new URL(`../preload/${name}`, import.meta.url));

describe('the stand-in for sqlite3', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courselit-sqlite-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the script with `db`, `run` and `all` at hand, and answers what it printed last, read as JSON. */
  const using = async (script: string): Promise<unknown> => {
    const program = `
      const sqlite3 = require('sqlite3').verbose();
      const file = ${JSON.stringify(join(folder, 'database.sqlite'))};
      const call = (db, how) => (sql, values) => new Promise((resolve, reject) =>
        db[how](sql, values, function (error, rows) { return error ? reject(error) : resolve(rows ?? { lastID: this.lastID, changes: this.changes }); }));
      const db = new sqlite3.Database(file, async (error) => {
        if (error) throw error;
        const run = call(db, 'run');
        const all = call(db, 'all');
        console.log(JSON.stringify(await (async () => { ${script} })()));
      });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', preload('sqlite.cjs'), '-e', program]);
    return JSON.parse(stdout);
  };

  it('writes and reads as the native module does', async () => {
    const told = await using(`
      await run('PRAGMA journal_mode = WAL');
      await run('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, flag BOOLEAN, at INTEGER, data BLOB)');
      const first = await run('INSERT INTO t (name, flag, at, data) VALUES (?, ?, ?, ?)', ['a', true, new Date(1700000000000), Buffer.from('hi')]);
      const second = await run('INSERT INTO t (name, flag) VALUES (?, ?)', [undefined, false]);
      const update = await run("UPDATE t SET flag = 1 WHERE name IS NULL", []);
      const rows = await all('SELECT * FROM t ORDER BY id', []);
      return { first, second, update, rows, isBuffer: Buffer.isBuffer(rows[0].data), big: await all('SELECT 9007199254740993 AS n') };`);
    expect(told).toEqual({
      first: { lastID: 1, changes: 1 },
      second: { lastID: 2, changes: 1 },
      update: { lastID: 2, changes: 1 },
      rows: [
        { id: 1, name: 'a', flag: 1, at: 1_700_000_000_000, data: { type: 'Buffer', data: [104, 105] } },
        { id: 2, name: null, flag: 1, at: null, data: null },
      ],
      isBuffer: true,
      big: [{ n: 9_007_199_254_740_992 }],
    });
  });

  it('tells what is wrong by the codes that n8n looks for', async () => {
    const told = await using(`
      await run('CREATE TABLE t (name TEXT UNIQUE)');
      await run('INSERT INTO t VALUES (?)', ['a']);
      return await run('INSERT INTO t VALUES (?)', ['a']).catch(({ code, errno, message }) => ({ code, errno, message }));`);
    expect(told).toEqual({
      code: 'SQLITE_CONSTRAINT',
      errno: 19,
      message: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: t.name',
    });
  });

  it('opens a database for reading only', async () => {
    const told = await using(`
      await run('CREATE TABLE t (name TEXT)');
      return await new Promise((resolve) => {
        const reader = new sqlite3.Database(file, sqlite3.OPEN_READONLY, () =>
          reader.run("INSERT INTO t VALUES ('x')", ({ code }) => reader.close((error) => resolve({ code, closed: error === null }))));
      });`);
    expect(told).toEqual({ code: 'SQLITE_READONLY', closed: true });
  });
});

describe('the guard', () => {
  it('ends n8n when the program that started it is gone, however that ended', async () => {
    const child = 'setInterval(() => {}, 1000)';
    const parent = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, ['--require', ${JSON.stringify(preload('guard.cjs'))}, '-e', ${JSON.stringify(child)}],
        { detached: true, stdio: ['ignore', 'inherit', 'ignore', 'ipc'] }).once('spawn', () => console.log('started'));
      setInterval(() => {}, 1000);`;
    const started = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => started.stdout.once('data', resolve));
    // Both write to the one pipe: it closes when the last of them is gone.
    const bothGone = new Promise((resolve) => started.stdout.once('close', resolve));
    started.kill('SIGKILL');
    await bothGone;
  });
});
