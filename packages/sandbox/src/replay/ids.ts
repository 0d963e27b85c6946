/** Which id of a recording stands for which live one. */
import { isPublicId, isRecord } from './exchanges.ts';

export class IdMap {
  private readonly live = new Map<string, string>();

  bind(recorded: string, live: string): void {
    this.live.set(recorded, live);
  }

  knows(recorded: string): boolean {
    return this.live.has(recorded);
  }

  /** The live id, or the recorded one where none was met yet. */
  of(recorded: string): string {
    return this.live.get(recorded) ?? recorded;
  }

  /** A copy of a JSON value with all known ids replaced. */
  rewrite(value: unknown): unknown {
    if (typeof value === 'string') return this.of(value);
    if (Array.isArray(value)) return value.map((item) => this.rewrite(item));
    if (isRecord(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.rewrite(item)]));
    }
    return value;
  }

  rewritePath(path: string): string {
    const [pathname = '', ...query] = path.split('?');
    const parts = pathname.split('/').map((part) => this.of(part));
    return [parts.join('/'), ...query].join('?');
  }

  /** Walks two answers side by side and learns which ids stand in the same place. */
  learn(recorded: unknown, live: unknown): void {
    if (isPublicId(recorded) && isPublicId(live)) {
      if (!this.live.has(recorded)) this.live.set(recorded, live);
    } else if (Array.isArray(recorded) && Array.isArray(live)) {
      recorded.forEach((item, index) => {
        this.learn(item, live[index]);
      });
    } else if (isRecord(recorded) && isRecord(live)) {
      for (const [key, item] of Object.entries(recorded)) this.learn(item, live[key]);
    }
  }
}
