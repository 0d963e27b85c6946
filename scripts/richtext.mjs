import { runUnderNode24 } from './bootstrap/node24.mjs';

// Room for young objects, so that times are those of the conversion and not of collecting garbage in between.
const FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=128'];

await runUnderNode24('scripts/program/main.ts', ['test/richtext/report.ts', ...process.argv.slice(2)], FLAGS);
