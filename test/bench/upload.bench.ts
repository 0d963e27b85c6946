/** How much memory an upload of 1 GiB takes, over what the process takes at rest. */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSchool } from '../../packages/core/src/index.ts';
import { undiciTransport } from '../../packages/core/src/http/undici.ts';
import type { Goal } from './measure.ts';
import { serve } from './server.ts';

const SIZE = 2 ** 30;
const WARM_UP = 2 ** 26;

/** A file of that size that takes no place on the disk. */
function sparseFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'courselit-upload-')), 'a.mp4');
  closeSync(openSync(path, 'w'));
  truncateSync(path, SIZE);
  return path;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** MiB of resident memory over rest, at most, while a task runs. */
async function extraMemory(task: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  await sleep(200);
  const rest = process.memoryUsage.rss();
  let most = rest;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  await task();
  clearInterval(watch);
  return (most - rest) / 2 ** 20;
}

export async function benchUpload(): Promise<Goal[]> {
  const path = sparseFile();
  const server = await serve();
  const { url, key } = server;
  const school = createSchool({
    baseUrl: url,
    transport: undiciTransport({ baseUrl: url, apiKey: key }),
    secrets: [key],
  });
  const file = { fileName: 'a.mp4', mimeType: 'video/mp4', size: SIZE, open: () => createReadStream(path) };
  // At rest is a process that has done this before: its code is loaded and compiled, and its files are closed.
  const warmUp = { ...file, size: WARM_UP, open: () => createReadStream(path, { end: WARM_UP - 1 }) };
  await school.media.upload(warmUp);
  await school.media.uploadResumable(warmUp);
  const multipart = await extraMemory(() => school.media.upload(file));
  const resumable = await extraMemory(() => school.media.uploadResumable(file));
  server.stop();
  rmSync(dirname(path), { recursive: true });
  return [
    { what: 'memory of a 1 GiB upload in one go, over rest', value: multipart, most: 64, unit: ' MiB' },
    { what: 'memory of a 1 GiB resumable upload, over rest', value: resumable, most: 64, unit: ' MiB' },
  ];
}
