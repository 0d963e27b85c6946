import type { HttpRequest } from '@courselit-connector/core';

/** A Node stream, as n8n's request helpers give it. */
interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): unknown;
}

type Bounds = Pick<HttpRequest, 'maxResponseBytes'> & {
  /** Aborts when the whole exchange has taken too long: n8n's own timeout ends when the headers are there. */
  readonly deadline: AbortSignal;
};

/** Reads an answer to its end, or breaks off when it becomes too long or too slow. */
export async function readBody(body: unknown, bounds: Bounds): Promise<Uint8Array> {
  if (isStream(body)) return readStream(body, bounds);
  if (body instanceof Uint8Array) return body;
  if (body === undefined || body === null) return new Uint8Array();
  // What stands in for a real exchange (n8n's own test runs) hands over the value itself.
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readStream(stream: ByteStream, { maxResponseBytes, deadline }: Bounds): Promise<Uint8Array> {
  const stop = () => stream.destroy(deadline.reason as Error);
  if (deadline.aborted) stop();
  deadline.addEventListener('abort', stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxResponseBytes)
        throw Object.assign(new Error(`The answer is longer than ${maxResponseBytes} bytes.`), {
          code: 'RESPONSE_TOO_LARGE',
        });
    }
    return Buffer.concat(chunks, size);
  } finally {
    deadline.removeEventListener('abort', stop);
  }
}

function isStream(body: unknown): body is ByteStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
}
