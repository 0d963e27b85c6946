import { readFileSync } from 'node:fs';
import { docTables, withTable } from './docs/tables.ts';

it.each(docTables.map((table) => [table.file, table.name, table] as const))(
  '%s: the table of %s is as the code has it (`npm run docs` writes it anew)',
  (file, _, table) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(withTable(text, table));
  },
);
