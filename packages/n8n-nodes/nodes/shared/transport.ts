/** The core's transport over n8n's request helpers, so that n8n's proxy, its limits and its credential handling apply. */
import { isSameOrigin, type HttpRequest, type HttpResponse, type Transport } from '@courselit-connector/core';
import type {
  ICredentialTestFunctions,
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow';
import { readBody } from './responseBody.ts';
import { StreamMaker } from './stream.ts';

export type NodeContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export const CREDENTIAL = 'courseLitApi';

/** What n8n answers when it is asked for the full response. */
interface FullResponse {
  readonly statusCode: number;
  readonly headers: IDataObject;
  readonly body: unknown;
}

/** n8n adds the key itself, from the credential. It goes to the school's own origin only. */
export function nodeTransport(context: NodeContext, baseUrl: string): Transport {
  // The school is asked before a file is sent anywhere: by then a stream was seen.
  const streams = new StreamMaker();
  return async (request) => {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const stream = isPieces(request.body) ? streams.stream(request.body) : undefined;
    const body = stream ?? (request.body === undefined ? undefined : await wholeBody(request.body));
    const options: IHttpRequestOptions = {
      method: request.method,
      url: request.url,
      headers: { ...request.headers },
      ...(body !== undefined && { body: body as IHttpRequestOptions['body'] }),
      timeout: request.timeoutMs,
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      // Followed, a redirect would carry the key along to wherever it leads.
      disableFollowRedirect: true,
    };
    try {
      const response: FullResponse =
        request.toSchool && isSameOrigin(request.url, baseUrl)
          ? await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options)
          : await context.helpers.httpRequest(options);
      streams.see(response.body);
      return await toHttpResponse(response, deadline, request.maxResponseBytes);
    } finally {
      // A file whose upload broke off must not stay open.
      stream?.destroy();
    }
  };
}

/**
 * While a credential is tested, it is not stored yet, and n8n offers no helper but its older one, which takes the
 * key from the caller.
 */
export function credentialTestTransport(
  context: ICredentialTestFunctions,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Transport {
  return async (request) => {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const withKey = request.toSchool && isSameOrigin(request.url, baseUrl);
    const response: FullResponse = await context.helpers.request({
      method: request.method,
      uri: request.url,
      headers: { ...request.headers, ...(withKey && { 'x-api-key': apiKey }) },
      ...(request.body !== undefined && { body: await wholeBody(request.body) }),
      timeout: request.timeoutMs,
      useStream: true,
      resolveWithFullResponse: true,
      simple: false,
      followRedirect: false,
    });
    return toHttpResponse(response, deadline, request.maxResponseBytes);
  };
}

type RequestBody = NonNullable<HttpRequest['body']>;

function isPieces(body: RequestBody | undefined): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Beside a stream, n8n's helpers take a text or a buffer. */
async function wholeBody(body: RequestBody): Promise<string | Buffer> {
  if (typeof body === 'string') return body;
  if (!isPieces(body)) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function toHttpResponse(
  response: FullResponse,
  deadline: AbortSignal,
  maxResponseBytes: number,
): Promise<HttpResponse> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && value !== null)
      headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return {
    status: response.statusCode,
    headers,
    body: await readBody(response.body, { maxResponseBytes, deadline }),
  };
}
