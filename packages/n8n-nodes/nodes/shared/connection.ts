import { createSchool, parseBaseUrl, type School, type Transport } from '@courselit-connector/core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CREDENTIAL, nodeTransport, type NodeContext } from './transport.ts';
import { USER_AGENT } from './version.ts';

/** What the credential holds, without the spaces and line breaks that copying brings along. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly domain: string;
}

export function readConnection(data: ICredentialDataDecryptedObject | undefined): Connection {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return { baseUrl: text(data?.['baseUrl']), apiKey: text(data?.['apiKey']), domain: text(data?.['domain']) };
}

/** Throws `CourseLitError` for an address that cannot be one and for a key that is missing, before any call. */
export function schoolAt(connection: Connection, transportTo: (baseUrl: string) => Transport): School {
  return createSchool({
    baseUrl: connection.baseUrl,
    domain: connection.domain,
    secrets: [connection.apiKey],
    userAgent: USER_AGENT,
    transport: transportTo(parseBaseUrl(connection.baseUrl).href),
  });
}

/** The school of the node's credential. */
export async function openSchool(context: NodeContext): Promise<School> {
  const connection = readConnection(await context.getCredentials(CREDENTIAL));
  return schoolAt(connection, (baseUrl) => nodeTransport(context, baseUrl));
}
