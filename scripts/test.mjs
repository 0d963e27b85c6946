import { runUnderNode24 } from './bootstrap/node24.mjs';

await runUnderNode24('scripts/test/main.ts', process.argv.slice(2));
