/** What the README of the Zapier app and its listing tell people is so in the app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainInputField, PlainOutputField } from '../packages/zapier-app/test/types.ts';
import App from '../packages/zapier-app/src/index.ts';

const folder = join(__dirname, '../packages/zapier-app');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const listing = readFileSync(join(folder, 'LISTING.md'), 'utf8');

const steps = [...Object.values(App.triggers), ...Object.values(App.searches), ...Object.values(App.creates)];
function stepCalled(label: string) {
  const step = steps.find(({ display }) => display.label === label);
  if (!step) throw new Error(`The app has no step "${label}".`);
  return step;
}
const labelsOf = (fields: unknown) => (fields as (PlainInputField | PlainOutputField)[]).map(({ label }) => label);

/** The tables whose first column names the fields of one of our steps, each with those names. */
const forms = [...readme.matchAll(/^\| Field of \*\*(.+?)\*\* .*\n\|[ -|]+\n((?:\|.*\n)+)/gm)].map(
  ([, step = '', rows = '']) => ({
    step,
    fields: rows
      .trim()
      .split('\n')
      .map((row) => row.split('|')[1]?.trim()),
  }),
);
/** What the tables take from our steps. */
const mapped = [...readme.matchAll(/\*\*([^*]+)\*\* of _([^_]+)_/g)].map(([, field = '', step = '']) => ({
  field,
  step,
}));

describe('the example Zaps', () => {
  it('are four, and each is of the app', () => {
    expect(readme.match(/^### \d\. /gm)).toHaveLength(4);
    expect(forms.map(({ step }) => step)).toEqual([
      'Invite Customer',
      'New Customer',
      'Course Completed',
      'Student Stalled',
      'Find Customer Progress',
    ]);
    expect(mapped.length).toBeGreaterThan(10);
  });

  it.each(forms)('$step: has every field of the table, and no required one is missing in it', ({ step, fields }) => {
    const asked = stepCalled(step).operation.inputFields as PlainInputField[];
    expect(labelsOf(asked)).toEqual(expect.arrayContaining(fields));
    expect(fields).toEqual(expect.arrayContaining(asked.filter((one) => one.required).map(({ label }) => label)));
  });

  it.each(mapped)('$step gives $field', ({ step, field }) => {
    expect(labelsOf(stepCalled(step).operation.outputFields)).toContain(field);
  });
});

describe('the listing', () => {
  const short = /<!-- short -->(.*?)<!-- end -->/.exec(listing)?.[1] ?? '';

  it('has a short description as Zapier wants it', () => {
    expect(short).toMatch(/^CourseLit is an? .+\.$/);
    expect(short.length).toBeGreaterThanOrEqual(40);
    expect(short.length).toBeLessThanOrEqual(140);
    expect(short).not.toMatch(/zapier|sync|https?:/i);
  });

  it('has a logo as Zapier wants it: a square PNG of at least 256 pixels, with transparency', () => {
    const png = readFileSync(join(folder, 'listing/logo.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [width, height, depth, colours] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(256);
    // 6: red, green, blue and alpha.
    expect([depth, colours]).toEqual([8, 6]);
    expect(png.length).toBeLessThan(50_000);
  });
});
