/** A table of bits that grows in both directions as it is filled. */
export class BitRows {
  words: number;
  data: Uint32Array;

  constructor(bits: number) {
    this.words = Math.max(1, Math.ceil(bits / 32));
    this.data = new Uint32Array(this.words * 64);
  }

  set(row: number, bit: number): void {
    const word = bit >>> 5;
    if (word >= this.words) this.widen(word + 1);
    const at = row * this.words + word;
    if (at >= this.data.length) {
      const larger = new Uint32Array(Math.max(this.data.length * 2, (row + 1) * this.words));
      larger.set(this.data);
      this.data = larger;
    }
    this.data[at] = (this.data[at] as number) | (1 << (bit & 31));
  }

  get(row: number, word: number): number {
    return word < this.words ? (this.data[row * this.words + word] ?? 0) : 0;
  }

  private widen(words: number): void {
    const rows = this.data.length / this.words;
    const wider = new Uint32Array(rows * words);
    for (let row = 0; row < rows; row++)
      for (let word = 0; word < this.words; word++)
        wider[row * words + word] = this.data[row * this.words + word] as number;
    this.words = words;
    this.data = wider;
  }
}
