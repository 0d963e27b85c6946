/** Files that a Zap hands on: Zapier gives the address of one, and the bytes are fetched from there as they are needed. */
import type { Readable } from 'node:stream';
import { invalidInput, isPrivateHost, type Field, type FileInput } from '@courselit-connector/core';
import { parse } from 'content-disposition';
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import { RAW } from './transport.ts';

/** Beyond this, Zapier advises against a file, since a run ends after 30 seconds whatever it is doing. In bytes. */
export const LARGEST_FILE = 100 * 2 ** 20;
/** From Zapier's own address to where it keeps files is one; a few more may lead to a file elsewhere. */
const MOST_REDIRECTS = 5;

export interface FileSource {
  readonly request: ZObject['request'];
  /** Plain http and private networks are for a school that is in one. */
  readonly allowPrivate: boolean;
  /** Ends the fetching, also half way. */
  readonly signal: AbortSignal;
}

type FileField = Pick<Field, 'key' | 'label'>;

/** A file that is being fetched. Whoever has it closes it, whether it was read or not. */
export interface OpenFile extends FileInput {
  close(): void;
}

/**
 * Begins to fetch a file: its name, type and size are known then, and its bytes come as they are read. The request
 * carries nothing of the school's. Throws `validation` for what is no address, or one that leads nowhere.
 */
export async function openFile(source: FileSource, field: FileField, value: unknown): Promise<OpenFile> {
  const { response, url } = await follow(source, field, String(value).trim());
  const body = response.body as unknown as Readable;
  // A file that is let go makes its stream fail, when nobody listens any longer: that would end the process.
  body.on('error', () => {});
  const announced = Number(response.headers.get('content-length') ?? NaN);
  // A compressed answer is longer than it was announced once it is unpacked.
  const size = response.headers.get('content-encoding') ? NaN : announced;
  if (announced > LARGEST_FILE) {
    body.destroy();
    throw tooLarge(field);
  }
  return {
    fileName: nameOf(response, url),
    mimeType: mimeOf(response.headers.get('content-type')),
    size: Number.isSafeInteger(size) && size > 0 ? size : undefined,
    open: () => bounded(body, field),
    close: () => void body.destroy(),
  };
}

async function follow(
  { request, allowPrivate, signal }: FileSource,
  field: FileField,
  address: string,
): Promise<{ response: RawHttpResponse; url: string }> {
  let url = checkedAddress(address, allowPrivate, field);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    // The types know less than Zapier takes.
    const options = { ...RAW, method: 'GET' as const, signal };
    const response: RawHttpResponse = await request(url, options).catch((error: unknown) => {
      throw unreadable(field, new URL(url).host, signal.aborted ? 'did not answer in time' : causeOf(error));
    });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location && URL.canParse(location, url)) {
      (response.body as unknown as Readable).on('error', () => {}).destroy();
      url = checkedAddress(new URL(location, url).href, allowPrivate, field);
      continue;
    }
    if (response.status === 200) return { response, url };
    (response.body as unknown as Readable).on('error', () => {}).destroy();
    throw unreadable(field, new URL(url).host, `answered ${response.status}`);
  }
  throw unreadable(field, new URL(url).host, 'redirects too often');
}

/** Only what anybody could fetch is fetched: otherwise an address in a Zap could reach into a network that runs it. */
function checkedAddress(address: string, allowPrivate: boolean, field: FileField): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw invalidInput(
      field.key,
      `"${field.label}" is neither a file nor the web address of one.`,
      'Map the file of an earlier step, or give an address like `https://example.com/lesson.mp4`.',
    );
  }
  if (!allowPrivate && (url.protocol === 'http:' || isPrivateHost(url.hostname))) {
    throw invalidInput(
      field.key,
      `"${field.label}" cannot be fetched from ${url.protocol}//${url.host}.`,
      'The file must be at an https address that everyone can reach.',
    );
  }
  return url.href;
}

async function* bounded(body: Readable, field: FileField): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of body as AsyncIterable<Uint8Array>) {
    size += bytes.byteLength;
    if (size > LARGEST_FILE) throw tooLarge(field);
    yield bytes;
  }
}

/** As the server calls it, else as its address does. */
function nameOf({ headers }: RawHttpResponse, url: string): string {
  const header = headers.get('content-disposition');
  const given = header ? fileNameIn(header) : undefined;
  const last = new URL(url).pathname.split('/').pop() ?? '';
  const name = (given ?? safely(decodeURIComponent, last) ?? last).replace(/[/\\\p{Cc}]/gu, '_').trim();
  return name.slice(0, 200) || 'file';
}

const fileNameIn = (header: string): string | undefined => safely(parse, header)?.parameters['filename'];

function safely<Value>(read: (text: string) => Value, text: string): Value | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function mimeOf(header: string | null): string | undefined {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined;
}

function causeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? `could not be reached (${code})` : 'could not be reached';
}

const unreadable = (field: FileField, host: string, why: string) =>
  invalidInput(
    field.key,
    `"${field.label}" cannot be fetched: ${host} ${why}.`,
    'Check that the file is still there, and that everyone can reach it. Zapier keeps files for a short while only.',
  );

const tooLarge = (field: FileField) =>
  invalidInput(
    field.key,
    `"${field.label}" is larger than ${LARGEST_FILE / 2 ** 20} MB.`,
    'Upload larger files in the dashboard, and use their media ID.',
  );
