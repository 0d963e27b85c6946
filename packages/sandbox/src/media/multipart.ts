/**
 * Reads multipart/form-data as it streams by (RFC 7578), holding no more than a chunk and a boundary's length.
 */

export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

export interface Part {
  name: string;
  /** Set for files. */
  filename?: string;
  contentType: string;
  /** The part's bytes. Must be read to the end before the next part is asked for. */
  body: AsyncIterable<Buffer>;
}

const HEADERS_END = Buffer.from('\r\n\r\n');
/** The most that the headers of one part may hold. */
const MOST_HEADERS = 16 * 1024;

/** The boundary that a content type names, without its quotes. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2];
}

/** Hands out the parts one after the other. */
export async function* readParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const input = new Input(source);
  const opening = Buffer.from(`--${boundary}`);
  // What stands before the first boundary says nothing.
  if (!(await input.drainTo(opening))) throw new MultipartError('No boundary found');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  while (!(await atEnd(input))) {
    const header = await input.takeThrough(HEADERS_END, MOST_HEADERS);
    const part = parseHeaders(header.toString('utf8'));
    const body = input.until(delimiter);
    yield { ...part, body };
    // Whatever the reader left unread is passed over.
    for await (const _ of body);
  }
}

/** Behind a boundary either a line break follows, and then a part, or two dashes: the end. */
async function atEnd(input: Input): Promise<boolean> {
  const next = await input.take(2);
  if (next.equals(Buffer.from('--'))) return true;
  if (!next.equals(Buffer.from('\r\n'))) throw new MultipartError('Malformed boundary');
  return false;
}

function parseHeaders(text: string): Omit<Part, 'body'> {
  let name: string | undefined;
  let filename: string | undefined;
  let contentType = 'text/plain';
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (key === 'content-type') contentType = value;
    if (key !== 'content-disposition') continue;
    name = parameter(value, 'name');
    filename = extendedParameter(value, 'filename') ?? parameter(value, 'filename');
  }
  if (name === undefined) throw new MultipartError('A part without a name');
  return { name, contentType, ...(filename === undefined ? {} : { filename }) };
}

/** Browsers and undici write quotes and line breaks in names as percent escapes, others with a backslash. */
function parameter(value: string, key: string): string | undefined {
  const match = new RegExp(`;\\s*${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(value);
  const text = match?.[1] ?? match?.[2];
  return text
    ?.replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}

function extendedParameter(value: string, key: string): string | undefined {
  const match = new RegExp(`;\\s*${key}\\*=utf-8''([^;\\s]+)`, 'i').exec(value);
  if (!match?.[1]) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}

/** Bytes that come in chunks of any size, read by what they contain. */
class Input {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Passes over everything up to and with `mark`. False where it never comes. */
  async drainTo(mark: Buffer): Promise<boolean> {
    try {
      for await (const _ of this.until(mark));
      return true;
    } catch (error) {
      if (error instanceof MultipartError) return false;
      throw error;
    }
  }

  async take(length: number): Promise<Buffer> {
    while (this.rest.length < length) await this.more();
    return this.cut(length, length);
  }

  /** Everything up to `mark`, which is taken away too. */
  async takeThrough(mark: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(mark);
      if (at !== -1) return this.cut(at, at + mark.length);
      if (this.rest.length > most) throw new MultipartError('The headers of a part are too long');
      await this.more();
    }
  }

  /** Streams everything up to `mark`. A second walk over the result, once it has ended, finds nothing more. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(mark);
      if (at !== -1) {
        const last = this.cut(at, at + mark.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of what is here may be the start of the mark.
      const safe = this.rest.length - mark.length + 1;
      if (safe > 0) yield this.cut(safe, safe);
      const tail = this.rest;
      const next = await this.nextChunk();
      const seam = Buffer.concat([tail, next.subarray(0, mark.length - 1)]);
      // Where no mark lies across the seam, the chunk is taken as it is: large files are not copied.
      if (next.length >= mark.length - 1 && !seam.includes(mark)) {
        if (tail.length > 0) yield tail;
        this.rest = next;
      } else {
        this.rest = Buffer.concat([tail, next]);
      }
    }
  }

  private cut(upTo: number, dropTo: number): Buffer {
    const piece = this.rest.subarray(0, upTo);
    this.rest = this.rest.subarray(dropTo);
    return piece;
  }

  private async more(): Promise<void> {
    this.rest = Buffer.concat([this.rest, await this.nextChunk()]);
  }

  private async nextChunk(): Promise<Buffer> {
    const next = await this.chunks.next();
    if (next.done) throw new MultipartError('The body ended in the middle');
    return next.value;
  }
}
