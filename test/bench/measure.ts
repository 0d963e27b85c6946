/** Small tools for measuring: everything is a ratio of two things measured in turn, in one run. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export interface Goal {
  readonly what: string;
  readonly value: number;
  /** `at most` or `at least` this. */
  readonly most?: number;
  readonly least?: number;
  readonly unit?: string;
}

export const isMet = ({ value, most = Infinity, least = -Infinity }: Goal): boolean => value <= most && value >= least;

/** One line a goal; gives how many were missed. */
export function report(goals: readonly Goal[]): number {
  for (const goal of goals) {
    const bound = goal.most === undefined ? `at least ${goal.least}` : `at most ${goal.most}`;
    const unit = goal.unit ?? '';
    console.log(
      `${isMet(goal) ? 'met   ' : 'MISSED'}  ${goal.what}: ${goal.value.toFixed(2)}${unit} (goal: ${bound}${unit})`,
    );
  }
  return goals.filter((goal) => !isMet(goal)).length;
}

/** Seconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return (performance.now() - start) / 1000;
}
