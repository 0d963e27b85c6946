/**
 * What really happened, fact by fact, written down at the moment at which it happens. Knows nothing of the connector
 * but the ids of events, which are a public contract, and writes those by hand.
 */
import type { SimLesson, SimMember, SimProduct } from './school.ts';

export type Kind = 'completion' | 'lessons';

export class Truth {
  /** When each fact last became true. */
  readonly since = new Map<string, number>();
  /** When each first became true, of those that can be undone. */
  readonly first = new Map<string, number>();
  /** What made it true, each time. */
  readonly kinds = new Map<string, Set<Kind>>();
  /** Facts that can be true and not be true: whether they are. */
  private readonly now = new Map<string, boolean>();
  /** By `product user`: every status in turn, and every moment of activity. */
  readonly statuses = new Map<string, string[]>();
  readonly activities = new Map<string, number[]>();
  /** By `product user`: how often somebody was there and then was not. */
  readonly absences = new Map<string, number>();
  readonly completions = new Map<string, number>();
  lessonChanges = 0;
  readonly thresholds: readonly number[];

  constructor(thresholds: readonly number[]) {
    this.thresholds = thresholds;
  }

  happened(id: string, at: number): void {
    this.since.set(id, at);
  }

  joined(product: string, member: SimMember, at: number): void {
    this.happened(`enrolled:${product}:${member.user}`, at);
    this.status(product, member);
    this.active(product, member);
  }

  status(product: string, { user, status }: SimMember): void {
    push(this.statuses, `${product} ${user}`, status);
  }

  active(product: string, { user, updatedAt }: SimMember): void {
    if (updatedAt !== undefined) push(this.activities, `${product} ${user}`, updatedAt);
  }

  left(product: string, user: string): void {
    const key = `${product} ${user}`;
    this.absences.set(key, (this.absences.get(key) ?? 0) + 1);
  }

  /** Works out anew what somebody has reached. */
  reached(product: SimProduct, member: SimMember, at: number, kind: Kind): void {
    for (const [id, isTrue] of reachedNow(product, member, this.thresholds)) {
      if (isTrue && !this.now.get(id)) {
        this.since.set(id, at);
        if (!this.first.has(id)) this.first.set(id, at);
        const kinds = this.kinds.get(id) ?? new Set();
        this.kinds.set(id, kinds.add(kind));
      }
      this.now.set(id, isTrue);
    }
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Thresholds, sections and the course of one customer, and whether they are reached. */
export function reachedNow(product: SimProduct, member: SimMember, thresholds: readonly number[]): [string, boolean][] {
  const published = product.lessons.filter((one) => one.published);
  const isDone = (lesson: SimLesson) => member.done.includes(lesson.id);
  const done = published.filter(isDone).length;
  const at = `${product.id}:${member.user}`;
  const facts: [string, boolean][] = thresholds.map((percent) => [
    `progress:${at}:${percent}`,
    published.length > 0 && done * 100 >= percent * published.length,
  ]);
  facts.push([`completed:${at}`, published.length > 0 && done === published.length]);
  for (const section of product.sections) {
    const own = published.filter((one) => one.section === section);
    facts.push([`section:${product.id}:${section}:${member.user}`, own.length > 0 && own.every(isDone)]);
  }
  return facts;
}

/** Everything that a host could be told of what can be seen now. */
export function visibleFacts(product: SimProduct, member: SimMember, thresholds: readonly number[]): string[] {
  const facts = [`enrolled:${product.id}:${member.user}`];
  for (const lesson of member.done) facts.push(`lesson:${product.id}:${lesson}:${member.user}`);
  if (member.downloaded) facts.push(`downloaded:${product.id}:${member.user}`);
  for (const [id, isTrue] of reachedNow(product, member, thresholds)) if (isTrue) facts.push(id);
  return facts;
}
