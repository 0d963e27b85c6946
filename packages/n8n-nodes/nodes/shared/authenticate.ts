import { isSameOrigin, parseBaseUrl } from '@courselit-connector/core';
import { UserError, type ICredentialDataDecryptedObject, type IHttpRequestOptions } from 'n8n-workflow';
import { readConnection } from './connection.ts';

/** A request as nodes give it: those that use n8n's older helper, such as HTTP Request, name some things differently. */
interface AnyRequestOptions extends Omit<IHttpRequestOptions, 'url'> {
  url?: string;
  uri?: string;
  followRedirect?: boolean;
  followAllRedirects?: boolean;
}

/**
 * Adds the key of the school to a request, whichever node makes it: n8n offers the credential in HTTP Request, too.
 * The key goes to the school's own origin only, so a request to anywhere else is refused, and no redirect is followed:
 * n8n would send the key along to wherever it leads.
 *
 * @throws `UserError` with what to do, before anything is sent.
 */
export function addKey(data: ICredentialDataDecryptedObject, options: IHttpRequestOptions): IHttpRequestOptions {
  const request: AnyRequestOptions = options;
  const { baseUrl, apiKey } = readConnection(data);
  const url = targetOf(request);
  const school = parseBaseUrl(baseUrl);
  if (url === null || !isSameOrigin(url.href, school.href)) {
    throw new UserError(`The key of ${school.origin} does not go to ${url?.origin ?? 'what is no web address'}.`, {
      description: `With this credential, use addresses that start with ${school.href} only.`,
    });
  }
  const followed =
    'uri' in request ? { followRedirect: false, followAllRedirects: false } : { disableFollowRedirect: true };
  Object.assign(request, followed, { headers: { ...request.headers, 'x-api-key': apiKey } });
  return options;
}

/** As n8n's own helpers put it together. Null where it is no address. */
function targetOf({ url, uri, baseURL }: AnyRequestOptions): URL | null {
  const [address = '', base] = [url ?? uri, baseURL === '' ? undefined : baseURL];
  return URL.canParse(address, base) ? new URL(address, base) : null;
}
