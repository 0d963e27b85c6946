/**
 * The rich text of the core as one minified file, bundled as it is for n8n. Run by itself it prints how many bytes that
 * has.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ALIAS } from '../../packages/n8n-nodes/scripts/build.mjs';

const SELF = fileURLToPath(import.meta.url);

export async function bundledRichText(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SELF, '../../../packages/core/src/richtext/index.ts')],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    conditions: ['@courselit-connector/source'],
    alias: ALIAS,
  });
  return outputFiles[0]?.text ?? '';
}

if (process.argv[1] === SELF) process.stdout.write(String(Buffer.byteLength(await bundledRichText())));
