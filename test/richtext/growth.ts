/** How the time of a conversion grows with its input. */
import type { Case } from './pathological.ts';
import { textOfDocument } from './words.ts';

export interface Growth {
  readonly name: string;
  /** How many times the time, for ten times the input. */
  readonly ratio: number;
  readonly milliseconds: number;
  readonly wordsLost: number;
}

/** Milliseconds that this thread has worked: what else the machine does meanwhile does not count. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Until both have been at work so long, so that a clock of some milliseconds can tell. */
const ENOUGH_MS = 300;

/**
 * How the time grows: ten conversions of the small input and one of the large, in turn, so that both handle the same
 * amount in the same state of the machine and of the memory. Linear growth is ten times.
 */
export function growthOf(one: Case): Growth {
  // What else the machine does can make a measurement too long; growth that is there is there each time.
  let best = measure(one);
  for (let again = 0; again < 3 && best.ratio > MOST_GROWTH; again++) {
    const next = measure(one);
    if (next.ratio < best.ratio) best = next;
  }
  return best;
}

/** For ten times the input. */
export const MOST_GROWTH = 12;

function measure({ name, size, make, convert, word }: Case): Growth {
  const [small, large] = [make(size), make(size * 10)];
  convert(small as never);
  convert(large as never);
  let [before, after, rounds] = [0, 0, 0];
  for (; rounds < 2 || (Math.min(before, after) < ENOUGH_MS && rounds < 200); rounds++) {
    const start = worked();
    for (let index = 0; index < 10; index++) convert(small as never);
    const between = worked();
    convert(large as never);
    before += between - start;
    after += worked() - between;
  }
  const ratio = (10 * after) / before;
  const count = (text: string) => (word === undefined ? 0 : text.split(word).length - 1);
  const given = typeof large === 'string' ? large : JSON.stringify(name === 'nested JSON' ? 'xyz' : '');
  return {
    name,
    ratio,
    milliseconds: after / rounds,
    wordsLost: word === undefined ? 0 : count(given) - count(textOfDocument(convert(large as never))),
  };
}
