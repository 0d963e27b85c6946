/** The set-up without n8n, then the TypeScript program that the first argument names, with the arguments after it. */
import { join } from 'node:path';
import { tell } from '../bootstrap/failure.cjs';
import { createSteps } from '../bootstrap/steps.cjs';
import { root } from '../setup/paths.ts';
import { setUp } from '../setup/setup.ts';

process.chdir(root);
const [node = '', self = '', program = '', ...args] = process.argv;
try {
  await setUp(createSteps(), { withN8n: false });
  process.argv = [node, self, ...args];
  // Only now is there anything for it to import from.
  await import(join(root, program));
} catch (error) {
  process.exitCode = tell(error);
}
