/** One week of one school with one trigger, from one seed. */
import { createSchool, EVENT_TYPES, eventRegistry, type EventType } from '../../packages/core/src/index.ts';
import { n8nHost, ZapierHost, type Host, type HostName, type Kill, type Setting, type ZapierPoll } from './hosts.ts';
import { live } from './life.ts';
import { Oracle, type Verdict } from './oracle.ts';
import { randomOf, type Random } from './random.ts';
import { SimSchool } from './school.ts';
import { openLine, type Line } from './transport.ts';

export interface Week extends Verdict {
  readonly seed: number;
  readonly host: HostName;
  readonly polls: number;
  readonly requests: number;
}

const HOUR = 3_600_000;
const DAYS = 7;
const THRESHOLDS = [25, 50, 75];
const STALLED_DAYS = 2;

/** The first part of an id, by event. */
const ID_OF: Readonly<Record<EventType, string>> = {
  'customer.enrolled': 'enrolled',
  'customer.statusChanged': 'status',
  'customer.removed': 'removed',
  'customer.stalled': 'stalled',
  'lesson.completed': 'lesson',
  'section.completed': 'section',
  'progress.reached': 'progress',
  'course.completed': 'completed',
  'file.downloaded': 'downloaded',
  'product.created': 'product',
  'product.published': 'published',
  'product.unpublished': 'unpublished',
  'lesson.created': 'lesson-new',
  'lesson.published': 'lesson-published',
  'lesson.removed': 'lesson-removed',
};

/** A Zap: one trigger, of one product or of all. */
export interface Zap {
  readonly event: EventType;
  readonly productId: string | undefined;
  readonly thresholds: readonly number[];
  readonly stalledDays: number;
}

/** How a Zap polls a school that is reached by this line, and whose clock shows `now`. */
export type ZapOf = (zap: Zap, line: Pick<Line, 'transport'>, now: () => number) => ZapierPoll;

/** @param zapOf every week is Zapier's, and polls through this instead of asking the core */
export async function simulateWeek(seed: number, zapOf?: ZapOf): Promise<Week> {
  const random = randomOf(seed);
  const name = zapOf ? 'zapier' : ((['n8n', 'n8n durable', 'zapier'] as const)[seed % 3] as HostName);
  const rowsTellProgress = random.chance(0.85);
  const school = new SimSchool(random, {
    thresholds: THRESHOLDS,
    pageCap: random.whole(4, 9),
    newestFirst: random.chance(0.35),
    rowsTellProgress,
  });
  populate(school, random);
  const chosen = chooseEvents(random, name);
  const events = zapOf ? [random.pick(chosen) as EventType] : chosen;
  // New Product has no product to be asked for.
  const isOfAll = zapOf && !(eventRegistry[events[0] as EventType].options as readonly string[]).includes('products');
  const watchesAll = random.chance(0.6) || isOfAll === true;
  const products = watchesAll
    ? undefined
    : school.products.map((one) => one.id).slice(0, zapOf ? 1 : random.whole(1, 2));
  const watched = new Set(events.map((type) => ID_OF[type]));
  const maxEvents = !zapOf && random.chance(0.25) ? random.whole(2, 8) : undefined;
  const oracle = new Oracle({
    delayed: maxEvents !== undefined,
    school,
    stateful: name !== 'zapier',
    stalledDays: STALLED_DAYS,
    watches: (id) => {
      const [kind = '', product = ''] = id.split(':');
      return watched.has(kind) && (products === undefined || product === '' || products.includes(product));
    },
  });
  // Some weeks are quiet, some are not; the lessons change in half of them.
  const bustle = random.pick([0, 0.05, 0.1, 0.2]) as number;
  const life = { productsComeAndGo: random.chance(0.4), lessonsChange: random.chance(0.5) };
  let quiet = false;
  let faults = 0;
  const happen = () => {
    const before = visible(school);
    live(school, random, life);
    if (!oracle.isSettled) for (const key of before) if (!visible(school).has(key)) oracle.settling(key);
  };
  let dieAfter = Infinity;
  const line = openLine({
    school,
    random,
    window: oracle.window,
    faults: () => faults,
    meanwhile: () => {
      if (!quiet && random.chance(bustle)) happen();
      if (--dieAfter <= 0) line.dead = true;
    },
  });
  const thresholds = events.includes('progress.reached') ? THRESHOLDS : [];
  const zap = { event: events[0] as EventType, productId: products?.[0], thresholds, stalledDays: STALLED_DAYS };
  const setting: Setting = {
    school: createSchool({
      baseUrl: 'https://sim.example',
      transport: line.transport,
      now: () => school.now,
      random: random.next,
    }),
    oracle,
    random,
    watch: {
      events,
      products,
      thresholds,
      stalledDays: STALLED_DAYS,
    },
    keepPartial: random.chance(0.5),
    maxEvents,
    deadline: () =>
      !quiet && name !== 'zapier' && random.chance(0.1) ? school.now + random.whole(200, 2500) : undefined,
    zapierPoll: zapOf?.(zap, line, () => school.now),
  };
  const host: Host = name === 'zapier' ? new ZapierHost(setting) : n8nHost(setting, name === 'n8n durable');
  const troubles = random.chance(0.6) ? (random.pick([0.01, 0.04, 0.12]) ?? 0) : 0;
  let polls = 0;
  const pollNow = async (kill: Kill) => {
    line.dead = false;
    dieAfter = kill === 'during' ? random.whole(1, 8) : Infinity;
    polls++;
    await host.poll(kill);
    dieAfter = Infinity;
    line.dead = false;
    if (host instanceof ZapierHost && random.chance(0.3)) host.release();
  };
  const end = school.now + DAYS * 24 * HOUR;
  const pace = random.pick([2, 3, 6]) as number;
  while (school.now < end) {
    faults = troubles;
    await pollNow(
      random.chance(0.06) ? (random.pick(['during', 'before saving', 'after saving'] as const) as Kill) : 'no',
    );
    // Mostly the usual interval; at times a burst of polls, at times the computer was asleep.
    const pause = HOUR * pace * (random.chance(0.1) ? 0.05 : random.chance(0.05) ? 8 : 0.7 + random.next() * 0.6);
    const moments = random.whole(0, 4);
    for (let moment = 0; moment < moments; moment++) {
      school.now += Math.floor(pause / (moments + 1));
      happen();
    }
    school.now += Math.floor(pause / (moments + 1));
  }
  quiet = true;
  faults = 0;
  if (setting.maxEvents !== undefined) Object.assign(setting, { maxEvents: 50 });
  // At rest: until every roster was read whole a few times, and everybody's progress was their turn.
  const members = school.products.reduce((most, one) => Math.max(most, one.members.length), 0);
  for (let rest = 0; rest < (rowsTellProgress ? 6 : 6 + members / 2); rest++) {
    school.now += 2 * HOUR;
    await pollNow('no');
  }
  if (host instanceof ZapierHost) host.release();
  return { seed, host: name, polls, requests: line.requests, ...oracle.finish() };
}

function populate(school: SimSchool, random: Random): void {
  for (let products = random.whole(1, 2); products > 0; products--) {
    const product = school.addProduct(true);
    for (let sections = random.whole(0, 2); sections > 0; sections--) school.addSection(product);
    for (let lessons = random.whole(2, 8); lessons > 0; lessons--) school.addLesson(product, random.chance(0.9));
    for (let members = random.whole(0, 22); members > 0; members--) {
      school.now += 60_000;
      school.join(product);
      const member = product.members.at(-1);
      for (const lesson of product.lessons) if (member && random.chance(0.4)) school.complete(product, member, lesson);
    }
  }
}

/** One event, as most triggers have, or many; those that Zapier can be told of. */
function chooseEvents(random: Random, host: HostName): EventType[] {
  const possible = EVENT_TYPES.filter((type) => host !== 'zapier' || !eventRegistry[type].needsState);
  if (random.chance(0.25)) return ['customer.enrolled'];
  if (random.chance(0.4)) return [random.pick(possible) as EventType];
  const some = possible.filter(() => random.chance(0.5));
  return some.length > 0 ? some : [...possible];
}

function visible(school: SimSchool): Set<string> {
  return new Set(
    school.products.flatMap((product) =>
      product.members.filter((one) => school.users.has(one.user)).map((one) => `${product.id} ${one.user}`),
    ),
  );
}
