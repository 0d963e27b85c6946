import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cellsOf, docTables, partsOf } from './docs/tables.ts';

it.each(docTables.map((table) => [table.file, table.name, table] as const))(
  '%s: the table of %s is as the code has it (`npm run docs` writes it anew)',
  (file, _, table) => {
    const written = partsOf(readFileSync(file, 'utf8'), table).table.split('\n');
    expect(cellsOf(written)).toEqual(cellsOf(table.lines()));
  },
);

it.each(['README.md', 'packages/n8n-nodes/README.md'])('the pictures of %s are there', (file) => {
  const root = resolve(__dirname, '..');
  const pictures = [...readFileSync(join(root, file), 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(
    ([, path]) => path,
  );
  expect(pictures.length).toBeGreaterThan(2);
  // From the root of the repository: GitHub and npm both find them there, also from a package further down.
  if (file !== 'README.md') for (const path of pictures) expect(path).toMatch(/^\/docs\/images\//);
  for (const path of pictures) expect(existsSync(join(root, path ?? ''))).toBe(true);
});
