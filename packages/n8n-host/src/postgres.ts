import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.ts';
import { findProgram } from './program.ts';
import { startServer } from './server.ts';

export interface Postgres {
  /** What n8n is told in its environment to keep its data there. */
  readonly env: Record<string, string>;
  readonly pid: number;
  stop(): Promise<void>;
}

const USER = 'n8n';

/** Whether a PostgreSQL server can be started here; where not, why. */
export function whyNoPostgres(): string | undefined {
  if (process.platform === 'win32') return 'PostgreSQL is not started on Windows';
  if (!program('initdb') || !program('postgres')) return 'PostgreSQL is not installed';
  if (process.getuid?.() === 0 && !unprivileged()) return 'PostgreSQL does not run as root, and has no user of its own';
  return undefined;
}

/** A server of its own with an empty database, on loopback, in a temporary folder that goes with it. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'courselit-postgres-'));
  const owner = unprivileged();
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, passwordFile]) await chown(path, owner.uid, owner.gid);

  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };
  const initdb = ['-D', data, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-sync'];
  await promisify(execFile)(program('initdb') ?? 'initdb', initdb, { cwd: folder, env, ...owner });

  const port = await freePort(55_432);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    // Nobody keeps this data: what a crash of the machine would take need not be safe from it.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const { pid, stop } = await startServer({
    name: 'PostgreSQL',
    command: program('postgres') ?? 'postgres',
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env,
    // The folder is the server's user's own, and the log this process's.
    folder,
    logFile: join(folder, 'postgres.log'),
    ready: 'ready to accept connections',
    // At once, without waiting for those who are still connected.
    stopSignal: 'SIGINT',
    ...owner,
  });
  return {
    pid,
    stop,
    env: {
      DB_TYPE: 'postgresdb',
      DB_POSTGRESDB_HOST: '127.0.0.1',
      DB_POSTGRESDB_PORT: String(port),
      DB_POSTGRESDB_DATABASE: 'postgres',
      DB_POSTGRESDB_USER: USER,
      DB_POSTGRESDB_PASSWORD: password,
    },
  };
}

/** Debian keeps the server's programs out of the way of others, by version. */
function program(name: string): string | undefined {
  const debian = '/usr/lib/postgresql';
  return findProgram(
    name,
    entries(debian)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(debian, version, 'bin')),
  );
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** As whom PostgreSQL runs where this process is root: it refuses to be root itself. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (what: string): number =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}
