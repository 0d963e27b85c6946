/** Texts by their place in a list: what is remembered of a customer is the place. */
export class Dictionary {
  readonly texts: string[];
  private readonly places: Map<string, number>;

  constructor(texts: readonly string[] = []) {
    this.texts = [...texts];
    this.places = new Map(texts.map((text, place) => [text, place]));
  }

  /** The place of a text, which is added at the end if it is new. */
  add(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  /** The place of a text, or -1. */
  find(text: string): number {
    return this.places.get(text) ?? -1;
  }
}
