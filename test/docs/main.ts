/** `npm run docs`: writes the tables of the docs anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { docTables, withTable } from './tables.ts';

for (const table of docTables) {
  writeFileSync(table.file, withTable(readFileSync(table.file, 'utf8'), table));
  console.log(`${table.file}: ${table.name}`);
}
