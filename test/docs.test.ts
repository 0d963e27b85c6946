import { readFileSync } from 'node:fs';
import { cellsOf, docTables, partsOf } from './docs/tables.ts';

it.each(docTables.map((table) => [table.file, table.name, table] as const))(
  '%s: the table of %s is as the code has it (`npm run docs` writes it anew)',
  (file, _, table) => {
    const written = partsOf(readFileSync(file, 'utf8'), table).table.split('\n');
    expect(cellsOf(written)).toEqual(cellsOf(table.lines()));
  },
);
