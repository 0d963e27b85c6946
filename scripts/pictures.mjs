import { runUnderNode24 } from './bootstrap/node24.mjs';

await runUnderNode24('scripts/pictures/main.ts', process.argv.slice(2));
