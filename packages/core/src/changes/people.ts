/**
 * The people of a roster as they are read, one array a field: a hundred thousand objects with a text for each moment
 * would take three times the memory.
 */
import type { RosterRow } from '../api/rosterRow.ts';
import type { EventCustomer } from './events.ts';

/** One of them, as events tell of people. */
export interface Person {
  readonly customer: EventCustomer;
  readonly status: string | null;
  /** ISO 8601, UTC, as the other one. */
  readonly enrolledAt: string | null;
  /** When the customer last completed something in this product. */
  readonly activeAt: string | null;
  /** The place of the lesson that was completed last, or -1. */
  readonly lastLesson: number;
  /** The row itself says so, not only the progress. */
  readonly downloadedInRow: boolean;
}

const DOWNLOADED = 1;
const DOWNLOADED_IN_ROW = 2;
const UNREAD = 4;
const MIXED = 8;

/** Milliseconds since 1970; NaN where there is none, or none that can be read. */
const millis = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : NaN);
const iso = (time: number): string | null => (Number.isNaN(time) ? null : new Date(time).toISOString());

export class People {
  readonly userIds: string[] = [];
  readonly emails: (string | null)[] = [];
  readonly statuses: (string | null)[] = [];
  /** Milliseconds since 1970; NaN where the school does not say. */
  readonly enrolledAt: number[] = [];
  readonly activeAt: number[] = [];
  /** A tag of the activity up to which the progress was read by itself; 0 where it was not. */
  readonly activity: number[] = [];
  private readonly names: (string | null)[] = [];
  private readonly lastLesson: number[] = [];
  private readonly flags: number[] = [];

  get count(): number {
    return this.userIds.length;
  }

  /**
   * Takes a row, in place of a former one of the same customer. `mixed`: the two contradict each other, since somebody
   * left and came back; what is completed is then not sure.
   */
  set(place: number, row: RosterRow, { lastLesson, mixed }: { lastLesson: number; mixed: boolean }): void {
    const wasDownloaded = place < this.count && this.is(place, DOWNLOADED);
    const { userId, email, name } = row.user;
    this.userIds[place] = userId;
    this.emails[place] = email ?? null;
    this.names[place] = name ?? null;
    this.statuses[place] = row.status ?? null;
    this.enrolledAt[place] = millis(row.createdAt);
    this.activeAt[place] = millis(row.updatedAt ?? row.createdAt);
    this.activity[place] = 0;
    this.lastLesson[place] = lastLesson;
    // Somebody who has not begun has no progress to be read (observed of pending and expired enrolments).
    const isUnread = !row.completedLessons && (!Number.isNaN(this.activeAt[place]) || row.status === 'active');
    const isDownloaded = row.downloaded === true;
    this.flags[place] =
      (isDownloaded || wasDownloaded ? DOWNLOADED : 0) |
      (isDownloaded ? DOWNLOADED_IN_ROW : 0) |
      (isUnread ? UNREAD : 0) |
      (mixed ? MIXED : 0);
  }

  /** The progress of one of them was read. `activity` is a tag of what it is up to. */
  setProgress(place: number, progress: { lastLesson: number; downloaded: boolean; activity: number }): void {
    this.lastLesson[place] = progress.lastLesson;
    this.activity[place] = progress.activity;
    const flags = (this.flags[place] as number) & ~UNREAD;
    this.flags[place] = progress.downloaded ? flags | DOWNLOADED : flags;
  }

  isDownloaded = (place: number): boolean => this.is(place, DOWNLOADED);
  /** The row does not say which lessons are completed, though there may be some. */
  isUnread = (place: number): boolean => this.is(place, UNREAD);
  isMixed = (place: number): boolean => this.is(place, MIXED);

  at(place: number): Person {
    return {
      customer: {
        userId: this.userIds[place] as string,
        email: this.emails[place] as string | null,
        name: this.names[place] as string | null,
      },
      status: this.statuses[place] as string | null,
      enrolledAt: iso(this.enrolledAt[place] as number),
      activeAt: iso(this.activeAt[place] as number),
      lastLesson: this.lastLesson[place] as number,
      downloadedInRow: this.is(place, DOWNLOADED_IN_ROW),
    };
  }

  private is(place: number, flag: number): boolean {
    return ((this.flags[place] as number) & flag) !== 0;
  }
}
