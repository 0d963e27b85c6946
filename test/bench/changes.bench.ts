/** What it costs to know what happened: comparing, remembering, and a whole poll. */
import equal from 'fast-deep-equal';
import microdiff from 'microdiff';
import { compareCustomers } from '../../packages/core/src/changes/customerEvents.ts';
import { dictionaryOf, nextLessons } from '../../packages/core/src/changes/lessonList.ts';
import { RosterReading, type Facts } from '../../packages/core/src/changes/facts.ts';
import { unpack, type ProductMemory } from '../../packages/core/src/changes/memory.ts';
import { Dictionary } from '../../packages/core/src/changes/dictionary.ts';
import { poll, toWatch, type EventType, type Snapshot } from '../../packages/core/src/index.ts';
import { crowdOf, lessonIds, productId, rowOf } from './crowd.ts';
import { median, type Goal } from './measure.ts';
import { memoryOfPoll } from './pollMemory.ts';

const CUSTOMERS = 100_000;
const ONE_IN = 100;
const ROUNDS = 9;

const LEARNING: EventType[] = ['customer.enrolled', 'customer.statusChanged', 'lesson.completed', 'course.completed'];

const watchOf = (events: EventType[]) => toWatch({ events, products: [productId], thresholds: [25, 50, 75] });

function milliseconds(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

/** Both sides begin with two snapshots in memory, and end with what changed: here as events. */
async function benchComparing(): Promise<Goal[]> {
  const watch = watchOf(['lesson.completed']);
  const crowd = crowdOf(CUSTOMERS);
  const first = await poll(crowd.school, watch, { previous: null });
  const memory = unpack(productId, (first.snapshot as Snapshot).known[productId] as Snapshot['known'][string]);
  memory.settled = { events: ['lesson.completed'], thresholds: [], stalledDays: 1 };
  const facts = factsOf(memory, ONE_IN);
  const lessons = nextLessons(memory.lessons, null, new Dictionary(memory.lessons.map((one) => one.id)), false);
  const ours = () =>
    compareCustomers({
      watch,
      memory,
      lessons,
      facts,
      isListed: true,
      earlier: null,
      now: Date.now(),
      statusFacts: false,
    }).events.length;

  const plain = (changed: number) =>
    new Map(
      Array.from({ length: CUSTOMERS }, (_, number) => {
        const { user, ...row } = rowOf(number, changed);
        return [user.userId, JSON.parse(JSON.stringify(row)) as object] as const;
      }),
    );
  const [before, now] = [plain(0), plain(ONE_IN)];
  const changedRows = (differs: (a: object, b: object) => boolean) => {
    const changed: string[] = [];
    for (const [userId, row] of now) {
      const old = before.get(userId);
      if (!old || differs(old, row)) changed.push(userId);
    }
    return changed.length;
  };
  const byEqual = () => changedRows((a, b) => !equal(a, b));
  const byMicrodiff = () => changedRows((a, b) => microdiff(a, b).length > 0);
  const found = [ours(), byEqual(), byMicrodiff()];
  if (found.some((one) => one !== CUSTOMERS / ONE_IN)) throw new Error(`Not the same was found: ${found.join(', ')}.`);

  const times = { ours: [] as number[], equal: [] as number[], microdiff: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(milliseconds(ours));
    times.equal.push(milliseconds(byEqual));
    times.microdiff.push(milliseconds(byMicrodiff));
  }
  const best = Math.min(median(times.equal), median(times.microdiff));
  console.log(
    `  comparing: ${median(times.ours).toFixed(2)} ms; fast-deep-equal ${median(times.equal).toFixed(1)} ms, microdiff ${median(times.microdiff).toFixed(1)} ms`,
  );
  return [
    {
      what: `comparing ${CUSTOMERS} customers x ${lessonIds.length} lessons, best generic differ to ours`,
      value: best / median(times.ours),
      least: 20,
      unit: 'x',
    },
  ];
}

function factsOf(memory: ProductMemory, changed: number): Facts {
  const reading = new RosterReading(dictionaryOf(memory.lessons), new Dictionary(memory.statuses.texts));
  for (let first = 0; first < CUSTOMERS; first += 200)
    reading.add(Array.from({ length: 200 }, (_, place) => rowOf(first + place, changed)));
  return reading.sorted(new Set(), false);
}

/** As it lies in the host's database: text. */
async function benchBytes(): Promise<Goal[]> {
  const everything: EventType[] = [
    ...LEARNING,
    'section.completed',
    'progress.reached',
    'customer.stalled',
    'file.downloaded',
  ];
  const cases: [string, EventType[], number][] = [
    ['enrolments', ['customer.enrolled'], 12],
    ['learning', everything, 24],
    ['removals as well', [...everything, 'customer.removed'], 72],
  ];
  const goals: Goal[] = [];
  for (const [what, events, most] of cases) {
    const { snapshot } = await poll(crowdOf(CUSTOMERS).school, watchOf(events), {
      previous: null,
      includeExisting: true,
    });
    goals.push({
      what: `remembered of a customer, ${what}`,
      value: JSON.stringify(snapshot).length / CUSTOMERS,
      most,
      unit: ' bytes',
    });
  }
  return goals;
}

async function benchMemory(): Promise<Goal[]> {
  const { events, extra } = await memoryOfPoll({ customers: CUSTOMERS, events: LEARNING, changed: ONE_IN });
  if (events !== CUSTOMERS / ONE_IN) throw new Error(`${events} events instead of ${CUSTOMERS / ONE_IN}.`);
  return [
    { what: `memory of a whole poll of ${CUSTOMERS} customers, over rest`, value: extra, most: 150, unit: ' MB' },
  ];
}

/** Microseconds a customer of a whole poll, less what it takes to make the roster up. */
async function benchScale(): Promise<Goal[]> {
  const watch = watchOf(LEARNING);
  const costs: number[] = [];
  for (const size of [1000, 10_000, 100_000, 1_000_000]) {
    const crowd = crowdOf(size);
    const first = await poll(crowd.school, watch, { previous: null });
    crowd.changed = ONE_IN;
    const times: number[] = [];
    for (let round = 0; round < (size < 100_000 ? 15 : size < 1_000_000 ? 3 : 1); round++) {
      crowd.spent = 0;
      const start = performance.now();
      await poll(crowd.school, watch, { previous: first.snapshot });
      times.push(performance.now() - start - crowd.spent);
    }
    costs.push((median(times) * 1000) / size);
    console.log(`  a poll of ${size}: ${costs.at(-1)?.toFixed(2)} µs a customer`);
  }
  const [smallest = 1] = costs;
  return [
    {
      what: 'cost of a customer among 1,000,000 to one among 1,000',
      value: (costs.at(-1) ?? Infinity) / smallest,
      most: 1.5,
      unit: 'x',
    },
  ];
}

export async function benchChanges(): Promise<Goal[]> {
  return [...(await benchComparing()), ...(await benchBytes()), ...(await benchMemory()), ...(await benchScale())];
}
