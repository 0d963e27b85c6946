/**
 * `npm run simulate -- --scale`: what polling costs at scale. One day of a school of 10,000 customers, polled every five
 * minutes, with 1 % of its customers completing a lesson in each hour; then a thousand times as much.
 */
import { poll, toWatch, type EventType, type Snapshot } from '../../packages/core/src/index.ts';
import { crowdOf, productId } from '../bench/crowd.ts';

const CUSTOMERS = 10_000;
const SCHOOLS = 1000;
const POLLS_A_DAY = 288;
const MINUTE = 60_000;

const CASES: [string, EventType[]][] = [
  ['enrolments only', ['customer.enrolled']],
  ['lessons completed', ['customer.enrolled', 'lesson.completed']],
  [
    'enrolments, lessons, sections, course',
    ['customer.enrolled', 'lesson.completed', 'section.completed', 'course.completed'],
  ],
];

interface Cost {
  requests: number;
  bytes: number;
  /** Milliseconds of work, the making up of answers not counted. */
  ms: number;
  remembered: number;
}

async function aDay(events: EventType[]): Promise<Cost> {
  let now = Date.UTC(2026, 10, 21);
  const crowd = crowdOf(CUSTOMERS, () => now);
  const watch = toWatch({ events, products: [productId] });
  let snapshot: Snapshot | null = (await poll(crowd.school, watch, { previous: null })).snapshot;
  const cost: Cost = { requests: 0, bytes: -crowd.bytes, ms: 0, remembered: 0 };
  crowd.spent = 0;
  const start = performance.now();
  for (let at = 0; at < POLLS_A_DAY; at++) {
    now += 5 * MINUTE;
    crowd.changed = at % 12 === 0 ? 100 - at / 12 : crowd.changed;
    const result = await poll(crowd.school, watch, { previous: snapshot });
    snapshot = result.snapshot;
    cost.requests += result.report.requests;
  }
  cost.ms = performance.now() - start - crowd.spent;
  cost.bytes += crowd.bytes;
  cost.remembered = JSON.stringify(snapshot).length;
  return cost;
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function rowOf(what: string, { requests, bytes, ms, remembered }: Cost): string {
  const aSecond = SCHOOLS / 86_400;
  const cells = [
    what,
    number(requests / POLLS_A_DAY, 1),
    `${number(bytes / POLLS_A_DAY / 1000)} kB`,
    `${number(ms / POLLS_A_DAY, 1)} ms`,
    `${number(remembered / 1000, 1)} kB`,
    number(requests * aSecond, 1),
    `${number((bytes * 8 * aSecond) / 1e6, 1)} Mbit`,
    number((ms / 1000) * aSecond, 2),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Lines of a table. */
export async function* scaleTable(): AsyncGenerator<string, void> {
  yield '| watched | requests a poll | bytes a poll | work a poll | remembered | all: requests a second | all: bits a second | all: processor cores |';
  yield '|---|---|---|---|---|---|---|---|';
  for (const [what, events] of CASES) yield rowOf(what, await aDay(events));
}
