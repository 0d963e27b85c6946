/**
 * Lanes: tasks of one lane go one after the other, in the order in which they came; lanes do not wait for each other.
 * Kept for the whole process, since several workflows may write to one product at the same time.
 */
const last = new Map<string, Promise<unknown>>();

export async function inLane<Value>(lane: string | undefined, task: () => Promise<Value>): Promise<Value> {
  if (lane === undefined) return task();
  // A task that fails does not hold up the next one.
  const mine = (last.get(lane) ?? Promise.resolve()).then(task, task);
  last.set(lane, mine);
  try {
    return await mine;
  } finally {
    if (last.get(lane) === mine) last.delete(lane);
  }
}
