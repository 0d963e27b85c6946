import type { Week } from './week.ts';

export interface Totals {
  lost: number;
  repeated: number;
  invented: number;
  mismarked: number;
  repeatedUnsaved: number;
  lostByHost: number;
  invisible: number;
  delivered: number;
  polls: number;
  requests: number;
}

export const newTotals = (): Totals => ({
  lost: 0,
  repeated: 0,
  invented: 0,
  mismarked: 0,
  repeatedUnsaved: 0,
  lostByHost: 0,
  invisible: 0,
  delivered: 0,
  polls: 0,
  requests: 0,
});

export function addWeek(totals: Totals, week: Week): void {
  totals.lost += week.lost.length;
  totals.repeated += week.repeated.length;
  totals.invented += week.invented.length;
  totals.mismarked += week.mismarked.length;
  for (const key of ['repeatedUnsaved', 'lostByHost', 'invisible', 'delivered', 'polls', 'requests'] as const)
    totals[key] += week[key];
}

/** In words, with the facts. */
export function failuresOf(week: Week): string[] {
  return (['lost', 'repeated', 'invented', 'mismarked'] as const)
    .filter((what) => week[what].length > 0)
    .map((what) => `${what} ${week[what].length}: ${week[what].slice(0, 4).join(', ')}`);
}

const WORDS: Readonly<Record<keyof Totals, string>> = {
  delivered: 'events delivered',
  lost: 'lost',
  repeated: 'repeated, though the state was saved',
  invented: 'invented',
  mismarked: 'told of a wrong cause',
  repeatedUnsaved: 'repeated, since the host died before it saved the state',
  lostByHost: 'lost by the host, which saved its state and died before it passed them on',
  invisible: 'began and ended where no poll could see it',
  polls: 'polls',
  requests: 'requests',
};

/** A line each. */
export function tableOf(totals: Totals): string {
  const width = Math.max(...Object.values(totals).map((value) => String(value).length));
  return (Object.keys(WORDS) as (keyof Totals)[])
    .map((key) => `${String(totals[key]).padStart(width)}  ${WORDS[key]}`)
    .join('\n');
}
