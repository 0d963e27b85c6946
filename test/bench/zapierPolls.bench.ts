/** What it takes to turn Zaps on: the first polls of 500 of them in one process, on a school of 100,000 customers. */
import { startLargeSchool } from './largeSchool.ts';
import type { Goal } from './measure.ts';
import { startBuiltApp } from './zapierApp.ts';

/**
 * The largest course has 23,394 of the customers, the smallest 584. Each trigger is turned on for each course: 480 Zaps.
 * Twenty more watch all courses, in between.
 */
const SCHOOL = { customers: 100_000, courses: 40, lessons: 20 };
const ZAPS = 500;
const OF_ALL = 20;

/**
 * What Node takes for its heap where it finds 512 MB of memory: half of it. (On a large machine it would let garbage lie
 * for longer.) Zapier's run time ends a process that has run 250 times and holds more than 450 MB: here, that fails.
 */
const NODE_OPTIONS = ['--max-old-space-size=256'];

const TRIGGERS: readonly (readonly [key: string, input?: object])[] = [
  ['new_customer'],
  ['customer_status_changed'],
  ['student_stalled', { stalledDays: 14 }],
  ['lesson_completed'],
  ['section_completed'],
  ['progress_reached', { thresholds: ['50'] }],
  ['course_completed'],
  ['file_downloaded'],
  ['new_product'],
  ['product_published'],
  ['new_lesson'],
  ['lesson_published'],
];

interface Zap {
  readonly key: string;
  readonly input: object;
}

/** Those of all courses are as far from each other as they can be. */
function zapsOf(courses: readonly { readonly productId: string }[]): Zap[] {
  const ofOne = TRIGGERS.flatMap(([key, input]) =>
    courses.map(({ productId }) => ({ key, input: { ...input, productId } })),
  );
  // A large course is followed by another trigger's small one, as it comes.
  const mixed = ofOne.map((_, place) => ofOne[(place * 191) % ofOne.length] as Zap);
  const ofAll = Array.from({ length: OF_ALL }, (_, place) => {
    const [key, input = {}] = TRIGGERS[place % TRIGGERS.length] as (typeof TRIGGERS)[number];
    return { key, input };
  });
  const every = mixed.length / OF_ALL;
  return ofAll.flatMap((zap, place) => [zap, ...mixed.slice(place * every, (place + 1) * every)]);
}

const megabytes = (kilobytes: number) => kilobytes / 1024;
const largest = (values: readonly number[]) => values.reduce((most, one) => Math.max(most, one), 0);

/** @param folder of the built app */
export async function benchZapierPolls(folder: string): Promise<Goal[]> {
  const school = await startLargeSchool(SCHOOL);
  const app = startBuiltApp(folder, NODE_OPTIONS);
  const authData = { baseUrl: school.url, apiKey: 'sk-bench-0123456789abcdef' };
  const poll = ({ key, input }: Zap, meta: object = { isPopulatingDedupe: true }, one = app) =>
    one.run(`triggers.${key}.operation.perform`, { authData, inputData: input, meta }, { measure: true });
  try {
    const zaps = zapsOf(school.courses);
    if (zaps.length !== ZAPS) throw new Error(`There are ${zaps.length} Zaps instead of ${ZAPS}.`);
    const started = performance.now();
    const peaks: number[] = [];
    const refused = new Map<string, number>();
    let ids = 0;
    for (const [place, zap] of zaps.entries()) {
      const { failure, count = 0 } = await poll(zap);
      ids += count;
      if (failure) {
        // A Zap that watches too much is told to watch less; anything else is a mistake.
        if (!/to keep apart/.test(failure.message)) throw new Error(`${zap.key}: ${failure.message}`);
        refused.set(zap.key, (refused.get(zap.key) ?? 0) + 1);
      }
      if ((place + 1) % (ZAPS / 5) === 0) peaks.push(megabytes((await app.forgetPeak()).peak));
    }
    const seconds = (performance.now() - started) / 1000;
    const [first = 0, second = 0, ...rest] = peaks;
    console.log(
      `  ${ZAPS} first polls in ${seconds.toFixed(0)} s, ${ids} ids; told to watch less: ${JSON.stringify(Object.fromEntries(refused))}`,
    );
    console.log(`  peak of each hundred: ${peaks.map((one) => `${one.toFixed(0)} MB`).join(', ')}`);
    const all = { key: 'new_customer', input: {} };
    const [whole, later] = [await poll(all), await poll(all, {})];
    if (whole.count !== SCHOOL.customers) throw new Error(`${whole.count} ids: ${whole.failure?.message}`);
    return [
      { what: `memory of ${ZAPS} first polls in one process, at most`, value: largest(peaks), most: 512, unit: ' MB' },
      {
        what: 'the same, the last hundreds to the first two',
        value: largest(rest.slice(-2)) / Math.max(first, second),
        most: 1.1,
        unit: 'x',
      },
      { what: `answer of a first poll of ${SCHOOL.customers}`, value: (whole.bytes ?? 0) / 1e6, most: 20, unit: ' MB' },
      { what: `answer of a later poll of them`, value: (later.bytes ?? 0) / 1e6, most: 20, unit: ' MB' },
    ];
  } finally {
    app.stop();
    school.stop();
  }
}
