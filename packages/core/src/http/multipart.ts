/**
 * A multipart/form-data body (RFC 7578) that is sent as it is read: nothing but the piece at hand is held in memory.
 * Node's own FormData wants a Blob, and the common libraries want Node's streams, which a host may not have.
 */

export interface MultipartBody {
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** In bytes; undefined when the size of the file is not known. */
  readonly length: number | undefined;
}

export interface FilePart {
  readonly name: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** In bytes, where it is known. */
  readonly size?: number | undefined;
}

/** Names as browsers write them: a quote or a line break would end the header. */
function quoted(name: string): string {
  return `"${name.replace(/[\r\n"]/g, encodeURIComponent)}"`;
}

/** Fields come before the file, in their order: the media service reads them first. */
export function multipart(fields: Readonly<Record<string, string>>, file: FilePart, boundary: string): MultipartBody {
  const encoder = new TextEncoder();
  const head = encoder.encode(
    Object.entries(fields)
      .map(
        ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(file.name)}; filename=${quoted(file.fileName)}\r\n` +
      `content-type: ${file.mimeType}\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file.bytes;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: body(),
    length: file.size === undefined ? undefined : head.byteLength + file.size + tail.byteLength,
  };
}
