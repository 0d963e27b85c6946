/** Numbers of any width up to 32 bits, one after the other without a gap, and base64 around them. */

export class BitWriter {
  private bytes = new Uint8Array(1024);
  private bits = 0;

  write(value: number, width: number): void {
    if (this.bits + width > this.bytes.length * 8) this.grow();
    let rest = value >>> 0;
    let left = width;
    while (left > 0) {
      const used = this.bits & 7;
      const take = Math.min(8 - used, left);
      const at = this.bits >>> 3;
      this.bytes[at] = (this.bytes[at] as number) | ((rest & ((1 << take) - 1)) << used);
      rest >>>= take;
      left -= take;
      this.bits += take;
    }
  }

  /** So many ones, and a zero. */
  writeUnary(value: number): void {
    for (let left = value; left > 0; left -= 32) this.write(0xffffffff, Math.min(left, 32));
    this.write(0, 1);
  }

  toBytes(): Uint8Array {
    return this.bytes.subarray(0, (this.bits + 7) >>> 3);
  }

  private grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Reads what `BitWriter` wrote. Throws a `RangeError` when asked for more than there is. */
export class BitReader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(width: number): number {
    if (this.at + width > this.bytes.length * 8) throw new RangeError('There is no more to read.');
    let value = 0;
    let got = 0;
    while (got < width) {
      const used = this.at & 7;
      const take = Math.min(8 - used, width - got);
      value |= (((this.bytes[this.at >>> 3] as number) >>> used) & ((1 << take) - 1)) << got;
      got += take;
      this.at += take;
    }
    return value >>> 0;
  }

  readUnary(): number {
    let value = 0;
    while (this.read(1) === 1) value++;
    return value;
  }
}

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** How many bits the numbers from 0 to `largest` take. */
export const widthOf = (largest: number): number => (largest <= 0 ? 0 : 32 - Math.clz32(largest));

export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The places of the ones in a word. */
export function* ones(word: number): Generator<number, void> {
  for (let rest = word; rest !== 0; rest &= rest - 1) yield 31 - Math.clz32(rest & -rest);
}
