import { runUnderNode24 } from './bootstrap/node24.mjs';

await runUnderNode24('scripts/bench/main.ts', process.argv.slice(2));
