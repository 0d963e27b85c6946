import { createSchool, parseBaseUrl, type School, type SchoolOptions, type Transport } from '@courselit-connector/core';
import { sleep, type ICredentialDataDecryptedObject } from 'n8n-workflow';
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
export function schoolAt(
  connection: Connection,
  transportTo: (baseUrl: string) => Transport,
  retry: Pick<SchoolOptions, 'sleep' | 'budgetMs'> = {},
): School {
  return createSchool({
    ...retry,
    baseUrl: connection.baseUrl,
    domain: connection.domain,
    secrets: [connection.apiKey],
    userAgent: USER_AGENT,
    transport: transportTo(parseBaseUrl(connection.baseUrl).href),
  });
}

/**
 * How long one call may take with all its repeats, in milliseconds. A run can wait for a school that is being
 * restarted; somebody who looks at a list cannot, and a trigger looks again anyway.
 */
const BUDGET_MS = { run: 60_000, poll: 20_000, list: 8_000 } as const;

/** The school of the node's credential. */
export async function openSchool(context: NodeContext, purpose: keyof typeof BUDGET_MS): Promise<School> {
  const connection = readConnection(await context.getCredentials(CREDENTIAL));
  return schoolAt(connection, (baseUrl) => nodeTransport(context, baseUrl), {
    sleep,
    budgetMs: BUDGET_MS[purpose],
  });
}
