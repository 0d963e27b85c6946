/** What rich text adds to a host's bundle. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

it('has 230 kB at most, minified', async () => {
  const script = resolve(__dirname, 'richtext/bundle.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@courselit-connector/source', script]);
  expect(Number(stdout)).toBeGreaterThan(50_000);
  expect(Number(stdout)).toBeLessThanOrEqual(230_000);
}, 30_000);
