import { runUnderNode24 } from './bootstrap/node24.mjs';

await runUnderNode24('scripts/program/main.ts', ['test/simulator/main.ts', ...process.argv.slice(2)]);
