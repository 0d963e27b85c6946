/** `npm run docs`: writes the tables of the docs anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { docTables, partsOf } from './tables.ts';

for (const table of docTables) {
  const { file, name } = table;
  const { before, after } = partsOf(readFileSync(file, 'utf8'), table);
  const text = `${before}\n\n${table.lines().join('\n')}\n\n${after}`;
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  console.log(`${file}: ${name}`);
}
