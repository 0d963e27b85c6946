/**
 * Judges what a host was given by what really happened and by what was shown. Shares nothing with the connector but
 * the format of ids.
 */
import type { ConnectorEvent } from '../../packages/core/src/index.ts';
import type { SimMember, SimProduct, SimSchool } from './school.ts';
import { reachedNow, visibleFacts } from './truth.ts';
import type { Window } from './wire.ts';

export interface Verdict {
  lost: string[];
  repeated: string[];
  /** Told twice because the host had not saved its state. */
  repeatedUnsaved: number;
  invented: string[];
  /** Began and ended where no poll could see it. */
  invisible: number;
  /** The host saved its state and died before it passed the events on. */
  lostByHost: number;
  /** Told of a wrong cause. */
  mismarked: string[];
  delivered: number;
}

interface Shown {
  readonly statuses: Map<string, Set<string>>;
  readonly facts: Set<string>;
  /** By `product user`: the first progress that was shown in this poll. */
  readonly progress: Map<string, string[]>;
}

interface Kept {
  readonly seenUsers: ReadonlySet<string>;
  readonly shownStatuses: ReadonlyMap<string, string>;
  readonly progressKnown: ReadonlyMap<string, number>;
  readonly settled: number;
}

export interface OracleOptions {
  readonly school: SimSchool;
  /** By the first part of an id: what is watched. */
  readonly watches: (id: string) => boolean;
  readonly stalledDays: number;
  /** The host keeps state, and so is told of changes; else of facts. */
  readonly stateful: boolean;
  /** Events may come later than they were seen, since only so many are given at a time. */
  readonly delayed: boolean;
}

export class Oracle {
  readonly verdict: Verdict = {
    lost: [],
    repeated: [],
    repeatedUnsaved: 0,
    invented: [],
    invisible: 0,
    lostByHost: 0,
    mismarked: [],
    delivered: 0,
  };
  private readonly options: OracleOptions;
  private shown: Shown = newShown();
  private readonly delivered = new Set<string>();
  private readonly unsaved = new Set<string>();
  private readonly must = new Set<string>();
  /** True when it was turned on: never to be told. */
  private before = new Set<string>();
  /** Until when what happens may count as there before. */
  private settled = Infinity;
  private begun = 0;
  private shownStatuses = new Map<string, string>();
  /** Shown while the trigger was being turned on. */
  private readonly early = new Set<string>();
  private kept: Kept = { seenUsers: new Set(), shownStatuses: new Map(), progressKnown: new Map(), settled: Infinity };
  private readonly statusChanges = new Map<string, number>();
  private readonly toldAgain = new Map<string, number>();
  private readonly toldChanges = new Map<string, ConnectorEvent[]>();
  private seenUsers = new Set<string>();
  /** Customers whose progress has been shown once, and when. */
  private progressKnown = new Map<string, number>();
  private readonly removals = new Map<string, number>();
  private presentAtStart = new Set<string>();
  private absentAtStart = new Map<string, number>();
  private lastPoll = 0;
  private lessonChangesAtStart = 0;
  private completionsAtStart = new Map<string, number>();

  constructor(options: OracleOptions) {
    this.options = options;
  }

  readonly window: Window = {
    row: (product, member) => {
      const key = `${product.id} ${member.user}`;
      const statuses = this.shown.statuses.get(key) ?? new Set();
      this.shown.statuses.set(key, statuses.add(member.status));
      this.shown.facts.add(`enrolled:${product.id}:${member.user}`);
      if (member.downloaded) this.shown.facts.add(`downloaded:${product.id}:${member.user}`);
      if (this.options.school.options.rowsTellProgress) this.showDone(product, member);
    },
    progress: (product, member) => {
      const key = `${product.id} ${member.user}`;
      const at = `${product.id}:`;
      const facts = member.done.map((lesson) => `lesson:${at}${lesson}:${member.user}`);
      if (member.downloaded) facts.push(`downloaded:${at}${member.user}`);
      if (!this.shown.progress.has(key)) this.shown.progress.set(key, facts);
      this.showDone(product, member);
    },
  };

  private showDone(product: SimProduct, member: SimMember): void {
    for (const lesson of member.done) this.shown.facts.add(`lesson:${product.id}:${lesson}:${member.user}`);
  }

  /** The trigger is turned on: what is true now is not news, and what was told before may be told again. */
  turnedOn(): void {
    const { school } = this.options;
    this.checkMust();
    this.must.clear();
    this.delivered.clear();
    this.begun = school.now;
    this.settled = Infinity;
    this.before = new Set(this.everythingTrue());
    this.shownStatuses.clear();
    this.progressKnown.clear();
    this.early.clear();
    this.lessonChangesAtStart = school.truth.lessonChanges;
    this.completionsAtStart = new Map(school.truth.completions);
  }

  /** @param at the moment for which standstills count; by default now */
  private everythingTrue(at = this.options.school.now): string[] {
    const { school } = this.options;
    return school.products.flatMap((product) => [
      `product:${product.id}`,
      ...(product.published ? [`published:${product.id}`] : []),
      ...product.lessons.flatMap((one) => [
        `lesson-new:${product.id}:${one.id}`,
        ...(one.published ? [`lesson-published:${product.id}:${one.id}`] : []),
      ]),
      ...product.members.flatMap((member) =>
        school.users.has(member.user)
          ? [
              ...visibleFacts(product, member, school.options.thresholds),
              ...this.stalledNow(product, member, at),
              ...this.statusNow(product, member),
            ]
          : [],
      ),
    ]);
  }

  private statusNow(product: SimProduct, member: SimMember): string[] {
    return this.options.stateful ? [] : [`status:${product.id}:${member.user}:${member.status}`];
  }

  private stalledNow(product: SimProduct, member: SimMember, at: number): string[] {
    const { stalledDays } = this.options;
    const active = member.updatedAt;
    const through = reachedNow(product, member, []).some(([id, isTrue]) => isTrue && id.startsWith('completed:'));
    const counted = product.lessons.some((one) => one.published);
    if (active === undefined || member.status !== 'active' || through || !counted) return [];
    if (at - active < stalledDays * 86_400_000) return [];
    return [`stalled:${product.id}:${member.user}:${stalledDays}:${active}`];
  }

  pollBegins(): void {
    this.lastPoll = this.options.school.now;
    this.shown = newShown();
    const { school } = this.options;
    this.absentAtStart = new Map(school.truth.absences);
    this.presentAtStart = new Set(
      school.products.flatMap((product) =>
        product.members.filter((one) => school.users.has(one.user)).map((one) => `${product.id} ${one.user}`),
      ),
    );
  }

  /**
   * The host took over what the poll gave. `complete`: it had looked at all. Not `whole`: something could not be read, so
   * that what was shown beside it may not count yet.
   */
  committed(complete: boolean, whole: boolean): void {
    const { school, watches, stateful } = this.options;
    if (!whole) {
      // It may have been taken, or not.
      for (const key of this.shown.statuses.keys()) this.shownStatuses.delete(key);
      return;
    }
    if (this.settled === Infinity) {
      for (const fact of this.shown.facts) this.early.add(fact);
      for (const [key, statuses] of this.shown.statuses)
        for (const status of statuses) this.early.add(`status:${key.replace(' ', ':')}:${status}`);
    }
    for (const [key, facts] of this.shown.progress) {
      if (this.progressKnown.has(key) || school.options.rowsTellProgress || !stateful) continue;
      this.progressKnown.set(key, school.now);
      const [product = '', user = ''] = key.split(' ');
      // Of who was there before, the first look at the progress is where it begins.
      const wasThere = this.before.has(`enrolled:${product}:${user}`) || this.joinedUnsettled(product, user);
      if (wasThere) for (const fact of facts) this.early.add(fact);
    }
    for (const fact of this.shown.facts)
      if (watches(fact) && !this.before.has(fact) && !this.early.has(fact) && this.isAfterStart(fact))
        this.must.add(fact);
    for (const [key, statuses] of this.shown.statuses) {
      this.seenUsers.add(key);
      const known = this.shownStatuses.get(key);
      if (statuses.size !== 1) {
        // Of several in one poll, any may be the one that is taken note of.
        this.shownStatuses.delete(key);
        continue;
      }
      const [status = ''] = statuses;
      if (known !== undefined && known !== status && this.settled !== Infinity)
        this.statusChanges.set(key, (this.statusChanges.get(key) ?? 0) + 1);
      this.shownStatuses.set(key, status);
    }
    if (!complete || this.settled !== Infinity) return;
    this.settled = school.now;
    // What was no more true by the end of the first look may have been missed by it.
    const still = new Set(this.everythingTrue());
    for (const fact of this.before) {
      // Or it was undone and reached again, before or after it was looked at.
      if (still.has(fact) && !((school.truth.since.get(fact) ?? 0) > this.begun)) continue;
      this.before.delete(fact);
      this.early.add(fact);
    }
    for (const [fact, since] of school.truth.since)
      if (since >= this.begun && since <= this.settled) this.early.add(fact);
  }

  /** What the host kept survives it. */
  saved(): void {
    const { seenUsers, shownStatuses, progressKnown, settled } = this;
    this.kept = {
      seenUsers: new Set(seenUsers),
      shownStatuses: new Map(shownStatuses),
      progressKnown: new Map(progressKnown),
      settled,
    };
  }

  /** The process died: what was not saved is not known any more. */
  rolledBack(): void {
    this.seenUsers = new Set(this.kept.seenUsers);
    this.shownStatuses = new Map(this.kept.shownStatuses);
    this.progressKnown = new Map(this.kept.progressKnown);
    this.settled = this.kept.settled;
  }

  private joinedUnsettled(product: string, user: string): boolean {
    return (this.options.school.truth.since.get(`enrolled:${product}:${user}`) ?? 0) <= this.settled;
  }

  /** What became true while the trigger was being turned on may count either way. */
  private isAfterStart(fact: string): boolean {
    const since = this.options.school.truth.since.get(fact) ?? 0;
    return since > this.settled;
  }

  /** Events reached the user's workflow. */
  deliver(events: readonly ConnectorEvent[], { saved }: { saved: boolean }): void {
    for (const event of events) {
      this.verdict.delivered++;
      if (this.delivered.has(event.id)) {
        if (this.unsaved.has(event.id)) this.verdict.repeatedUnsaved++;
        else this.verdict.repeated.push(event.id);
        if (saved) this.unsaved.delete(event.id);
        else this.unsaved.add(event.id);
        // Told again under the same id, it may have happened again: what the host forgot it cannot count.
        if (event.type === 'customer.statusChanged') {
          const key = `${event.product.productId} ${event.customer.userId}`;
          this.toldAgain.set(key, (this.toldAgain.get(key) ?? 0) + 1);
        }
        continue;
      }
      this.delivered.add(event.id);
      if (!saved) this.unsaved.add(event.id);
      const reason = this.whyInvented(event);
      if (reason) this.verdict.invented.push(`${event.id} (${reason})`);
      this.checkCause(event);
    }
  }

  /** The host lost what it was given. */
  lostByHost(events: readonly ConnectorEvent[]): void {
    this.verdict.lostByHost += events.length;
    for (const event of events) {
      if (!this.delivered.has(event.id)) this.note(event);
      this.delivered.add(event.id);
    }
  }

  private note(event: ConnectorEvent): void {
    if (event.type === 'customer.statusChanged') {
      const key = `${event.product.productId} ${event.customer.userId}`;
      this.toldChanges.set(key, [...(this.toldChanges.get(key) ?? []), event]);
    }
    if (event.type === 'customer.removed') {
      const key = `${event.product.productId} ${event.customer.userId}`;
      this.removals.set(key, (this.removals.get(key) ?? 0) + 1);
    }
  }

  private whyInvented(event: ConnectorEvent): string | undefined {
    const { school, watches } = this.options;
    this.note(event);
    if (!watches(event.id)) return 'not watched';
    // Where progress is read one by one, it begins with the first time that it is read, and is then told once.
    const isAgain =
      (!school.options.rowsTellProgress || !this.isSettled) && (school.truth.since.get(event.id) ?? 0) > this.begun;
    // Taken back and published again while it was turned on, it counts as published for the first time.
    const isToggled = /published:/.test(event.id) && school.truth.since.has(`${event.id}:2`);
    if (this.before.has(event.id) && !isAgain && !isToggled) return 'true before';
    const key = 'customer' in event ? `${event.product.productId} ${event.customer.userId}` : '';
    if (event.type === 'customer.statusChanged') {
      const history = school.truth.statuses.get(key) ?? [];
      const times = Number(/:(\d+)$/.exec(event.id)?.[1] ?? 1);
      return history.filter((one) => one === event.to).length >= times ? undefined : 'never had that status';
    }
    if (event.type === 'customer.stalled') {
      const active = Date.parse(event.lastActivityAt);
      const activities = school.truth.activities.get(key) ?? [];
      const next = activities.find((one) => one > active) ?? Infinity;
      if (!activities.includes(active)) return 'not active then';
      return next - active >= event.days * 86_400_000 ? undefined : 'was active again';
    }
    if (event.type === 'customer.removed') {
      const absences = school.truth.absences.get(key) ?? 0;
      if (absences < (this.removals.get(key) ?? 0)) return 'never left';
      const product = school.products.find((one) => one.id === event.product.productId);
      const isThere = product !== undefined && school.isVisible(product, event.customer.userId);
      return isThere &&
        !this.options.delayed &&
        this.presentAtStart.has(key) &&
        absences === (this.absentAtStart.get(key) ?? 0)
        ? 'is there'
        : undefined;
    }
    if (event.type === 'product.unpublished' || event.type.startsWith('lesson.') || event.type.startsWith('product.'))
      return school.truth.since.has(event.id) ? undefined : 'never happened';
    return school.truth.since.has(event.id) ? undefined : 'never was true';
  }

  private checkCause(event: ConnectorEvent): void {
    if (!('causedBy' in event) || event.causedBy === null) return;
    const { truth } = this.options.school;
    const key = `${event.product.productId} ${event.customer.userId}`;
    const completions = (truth.completions.get(key) ?? 0) - (this.completionsAtStart.get(key) ?? 0);
    if (event.causedBy === 'lessons_changed' && truth.lessonChanges === this.lessonChangesAtStart)
      this.verdict.mismarked.push(event.id);
    if (event.causedBy === 'lesson_completed' && completions === 0) this.verdict.mismarked.push(event.id);
  }

  /** After the school came to rest and a few whole polls: whatever is true now must have been told. */
  finish(): Verdict {
    const { school, watches, stateful } = this.options;
    // Whoever came to stand still since the last poll began is for the next one.
    for (const id of this.everythingTrue(this.lastPoll)) {
      if (!watches(id) || this.before.has(id) || this.early.has(id)) continue;
      const since = school.truth.since.get(id);
      if (since !== undefined && since <= this.settled) continue;
      // A standstill has no moment of its own: it was there before if the last activity was.
      if (id.startsWith('stalled:') && Number(id.split(':')[4]) + this.options.stalledDays * 86_400_000 <= this.settled)
        continue;
      if (id.startsWith('status:') && !this.isNewStatus(id)) continue;
      if (this.isOfUnknownProgress(id, since ?? 0)) continue;
      this.must.add(id);
    }
    this.checkMust();
    if (stateful) this.finishStatuses();
    if (stateful && watches('removed:')) this.finishRemovals();
    for (const [id, since] of school.truth.since)
      if (watches(id) && since > this.settled && !this.delivered.has(id) && !this.must.has(id) && !this.before.has(id))
        this.verdict.invisible++;
    return this.verdict;
  }

  private checkMust(): void {
    for (const id of this.must) if (!this.delivered.has(id)) this.verdict.lost.push(id);
  }

  private isNewStatus(id: string): boolean {
    const [, product = '', user = ''] = id.split(':');
    return (this.options.school.truth.since.get(`enrolled:${product}:${user}`) ?? 0) > this.settled;
  }

  /** What somebody reached before their progress was first looked at, one by one, is not known to be new. */
  private isOfUnknownProgress(id: string, since: number): boolean {
    if (
      !this.options.stateful ||
      this.options.school.options.rowsTellProgress ||
      !/^(lesson|progress|completed|section|stalled|downloaded):/.test(id)
    )
      return false;
    const parts = id.split(':');
    const [kind, product = ''] = parts;
    const user = kind === 'lesson' || kind === 'section' ? parts[3] : parts[2];
    const known = this.progressKnown.get(`${product} ${user}`);
    const wasThere = this.before.has(`enrolled:${product}:${user}`) || this.joinedUnsettled(product, user ?? '');
    // What was reached before that, and was then undone by a change of the lessons, is not told when it is reached again.
    const first = this.options.school.truth.first.get(id) ?? since;
    return wasThere && (known === undefined || Math.min(first, since) <= known || kind === 'stalled');
  }

  private finishStatuses(): void {
    if (!this.options.watches('status:')) return;
    for (const [key, changes] of this.statusChanges) {
      const told = (this.toldChanges.get(key)?.length ?? 0) + (this.toldAgain.get(key) ?? 0);
      if (told < changes) this.verdict.lost.push(`status of ${key}: ${told} of ${changes}`);
    }
    for (const [key, events] of this.toldChanges) {
      const real = (this.options.school.truth.statuses.get(key)?.length ?? 1) - 1;
      if (events.length > real) this.verdict.invented.push(`status of ${key}: ${events.length} of ${real}`);
    }
  }

  private finishRemovals(): void {
    const { school } = this.options;
    for (const key of this.seenUsers) {
      const [productId = '', user = ''] = key.split(' ');
      const product = school.products.find((one) => one.id === productId);
      if (!product || school.isVisible(product, user)) continue;
      if (!this.removals.has(key) && !this.leftUnsettled(key)) this.verdict.lost.push(`removed ${key}`);
    }
  }

  private leftUnsettled(key: string): boolean {
    return this.unsettledLeavers.has(key);
  }

  private readonly unsettledLeavers = new Set<string>();
  /** Somebody who leaves while the trigger is being turned on may never have been known. */
  settling(key: string): void {
    if (this.settled === Infinity) this.unsettledLeavers.add(key);
  }

  get isSettled(): boolean {
    return this.settled !== Infinity;
  }
}

const newShown = (): Shown => ({ statuses: new Map(), facts: new Set(), progress: new Map() });
