/** The ids of the service: 21 characters for what the API shows, 24 hexadecimal digits for the database's own. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A small fast generator of 32-bit numbers (mulberry32): the same seed gives the same numbers, on any machine. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Deals out ids. Two sources with one seed deal out the same ids in the same order. */
export class IdSource {
  private readonly next: () => number;
  private counter = 0;

  constructor(seed: number) {
    this.next = randomSource(seed);
  }

  /** A public id as the service makes them: 21 characters of `A-Za-z0-9_-`. */
  publicId(): string {
    let id = '';
    // 32 bits hold five characters of six bits each.
    for (let round = 0; round < 5; round++) {
      let bits = this.next();
      for (let index = 0; index < 5 && id.length < 21; index++) {
        id += ALPHABET[bits & 63];
        bits >>>= 6;
      }
    }
    return id;
  }

  /** A database id: seconds since 1970 and a counter, as MongoDB's are. */
  objectId(now: number): string {
    this.counter = (this.counter + 1) & 0xffffff;
    const seconds = (Math.floor(now / 1000) >>> 0).toString(16).padStart(8, '0');
    return `${seconds}371503a0d2${this.counter.toString(16).padStart(6, '0')}`;
  }
}
