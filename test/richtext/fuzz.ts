/** Random input through every way into a document and out of it. */
import { fromHtml } from '../../packages/core/src/richtext/fromHtml.ts';
import { fromJson } from '../../packages/core/src/richtext/fromJson.ts';
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';
import { toHtml } from '../../packages/core/src/richtext/toHtml.ts';
import { toMarkdown } from '../../packages/core/src/richtext/toMarkdown.ts';
import { toText } from '../../packages/core/src/richtext/toText.ts';
import { isValid } from '../../packages/core/src/richtext/validate.ts';
import { forbiddenAddress } from './addresses.ts';
import { problemOf } from './judge.ts';
import { randomHtml, randomJson, randomMarkdown, seeded } from './random.ts';

export interface FuzzResult {
  readonly count: number;
  readonly failures: { readonly what: string; readonly input: string }[];
  slowest: number;
}

const KINDS = {
  markdown: { make: randomMarkdown, convert: (input: unknown) => fromMarkdown(input as string).document },
  html: { make: randomHtml, convert: (input: unknown) => fromHtml(input as string).document },
  json: { make: randomJson, convert: (input: unknown) => fromJson(input).document },
} as const;

/** Converts so many inputs, and says for which the document is not valid, something throws, or an address is forbidden. */
export function fuzz(count: number, seed: number): FuzzResult {
  const random = seeded(seed);
  const result: FuzzResult = { count, failures: [], slowest: 0 };
  const kinds = Object.values(KINDS);
  for (let index = 0; index < count; index++) {
    const { make, convert } = kinds[index % kinds.length] as (typeof kinds)[number];
    const input = make(random);
    const start = performance.now();
    const what = problemWith(input, convert);
    result.slowest = Math.max(result.slowest, performance.now() - start);
    if (what !== undefined) result.failures.push({ what, input: JSON.stringify(input) });
  }
  return result;
}

function problemWith(input: unknown, convert: (input: unknown) => unknown): string | undefined {
  try {
    if (isValid(input) && problemOf(input) !== undefined) return 'validate takes what the editor does not';
    const document = convert(input);
    const problem = problemOf(document);
    if (problem !== undefined) return problem;
    if (!isValid(document)) return 'not valid by our own rules';
    const address = forbiddenAddress(document);
    if (address !== undefined) return `address: ${address}`;
    if (problemOf(fromMarkdown(toMarkdown(document)).document) !== undefined) return 'its Markdown is not valid';
    void toHtml(document);
    void toText(document);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
