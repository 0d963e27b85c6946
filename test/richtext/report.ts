/**
 * `npm run richtext`: every figure that rich text has a goal for, but for speed (`npm run bench richtext`). The number of
 * fuzzed inputs and the seed can be given.
 */
import { report, type Goal } from '../bench/measure.ts';
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';
import { bundledRichText } from './bundle.ts';
import { runSuite } from './commonmark.ts';
import { fuzz } from './fuzz.ts';
import { GFM } from './gfm.ts';
import { lines, outlineOf } from './outline.ts';
import { growthOf, MOST_GROWTH } from './growth.ts';
import { CASES } from './pathological.ts';
import { WORD_CASES, wordsKept } from './words.ts';

const [count = '200000', seed = '1'] = process.argv.slice(2);
const named = (numbers: readonly number[]) => (numbers.length > 0 ? ` (not: ${numbers.join(', ')})` : '');

function commonmarkGoals(): Goal[] {
  const { total, invalid, lostCharacters, otherBlocks, noRoundTrip, noFixpoint } = runSuite();
  const kept = new Set([...invalid, ...lostCharacters]);
  return [
    {
      what: `CommonMark: valid, every visible character kept, of ${total}${named([...kept])}`,
      value: total - kept.size,
      least: 651,
    },
    {
      what: `CommonMark: same blocks and mark runs${named(otherBlocks)}`,
      value: total - otherBlocks.length,
      least: 640,
    },
    {
      what: `document -> Markdown -> document identical${named(noRoundTrip)}`,
      value: total - noRoundTrip.length,
      least: 648,
    },
    { what: `Markdown -> document is a fixpoint${named(noFixpoint)}`, value: total - noFixpoint.length, least: total },
  ];
}

const gfmRight = GFM.filter(({ markdown, outline }) => lines(outlineOf(fromMarkdown(markdown).document)) === outline);
const wordsRight = WORD_CASES.filter((one) => wordsKept(one));
const goals: Goal[] = [
  ...commonmarkGoals(),
  { what: 'GFM fixtures right', value: gfmRight.length, least: GFM.length },
  { what: 'texts whose words neither join nor vanish', value: wordsRight.length, least: WORD_CASES.length },
  {
    what: 'the core rich text, minified with its serializers',
    value: Buffer.byteLength(await bundledRichText()) / 1000,
    most: 230,
    unit: ' kB',
  },
];

console.log('converting what is made to be slow …');
const growths = CASES.map((one) => growthOf(one));
for (const { name, ratio, milliseconds } of growths)
  console.log(`        ${name}: ${ratio.toFixed(1)}x, ${milliseconds.toFixed(0)} ms`);
const worst = growths.reduce((most, one) => (one.ratio > most.ratio ? one : most));
goals.push(
  { what: `ten times the input, at worst (${worst.name})`, value: worst.ratio, most: MOST_GROWTH, unit: 'x the time' },
  { what: 'words lost in them', value: growths.reduce((sum, one) => sum + one.wordsLost, 0), most: 0 },
);

console.log(`converting ${count} random inputs, seed ${seed} …`);
const { failures, slowest } = fuzz(Number(count), Number(seed));
for (const { what, input } of failures.slice(0, 10)) console.log(`${what}\n    ${input.slice(0, 500)}`);
goals.push(
  {
    what: `fuzzed inputs of ${count} that end invalid, throw or leave a forbidden address`,
    value: failures.length,
    most: 0,
  },
  { what: 'the slowest of them', value: slowest / 1000, most: 2, unit: ' s' },
);
process.exitCode = report(goals) > 0 ? 1 : 0;
