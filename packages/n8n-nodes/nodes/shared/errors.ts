/** From the connector's errors to n8n's: what happened as the message, what to do as the description. */
import { isCourseLitError, type CourseLitError, type ErrorCode } from '@courselit-connector/core';
import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData, type JsonObject } from 'n8n-workflow';

export type NodeError = NodeApiError | NodeOperationError;
type Failure = NonNullable<NodeError['failure']>;

/**
 * Any error as one that n8n shows well. The connector's own error is not handed on as the cause: n8n goes through
 * causes in search of better words, and there are none.
 */
export function toNodeError(node: INode, error: unknown, itemIndex?: number): NodeError {
  const at = itemIndex === undefined ? {} : { itemIndex };
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  if (!isCourseLitError(error)) return new NodeOperationError(node, error instanceof Error ? error : String(error), at);

  const options = { ...at, description: error.hint, failure: failureOf(error) };
  const translated = wasSent(error)
    ? new NodeApiError(node, asResponse(error), { ...options, message: error.message })
    : new NodeOperationError(node, error.message, options);
  // n8n puts words of its own in place of a message that holds one of its key words, such as a name in a title.
  translated.message = error.message;
  return translated;
}

/**
 * An item in place of the result, for "On Error: Continue". It holds nothing but the text: by that n8n knows that it
 * belongs to the error output, and further fields could hide those of the item that failed.
 */
export function errorItem(error: NodeError, itemIndex: number): INodeExecutionData {
  const text = [error.message, error.description].filter(Boolean).join(' ');
  return { json: { error: text }, pairedItem: { item: itemIndex } };
}

/** Whether a call was made, or at least tried. Anything else is about what the workflow gave. */
function wasSent(error: CourseLitError): boolean {
  return error.method !== undefined;
}

function asResponse(error: CourseLitError): JsonObject {
  return { message: error.message, ...(error.status !== undefined && { httpCode: String(error.status) }) };
}

const CAUSES: Partial<Record<ErrorCode, Failure['cause']>> = {
  rate_limited: 'rate-limited',
  unavailable: 'temporarily-unavailable',
  timeout: 'temporarily-unavailable',
  network: 'temporarily-unavailable',
  bad_response: 'temporarily-unavailable',
  conflict: 'temporarily-unavailable',
  auth: 'credential-invalid',
};

/** Why it failed, in n8n's words, so that it knows how long to leave a trigger alone. An older n8n pays no heed. */
function failureOf(error: CourseLitError): Failure {
  // What never reached the school will not come right by waiting.
  const cause = (wasSent(error) || error.code === 'auth' ? CAUSES[error.code] : undefined) ?? 'configuration-invalid';
  const { retryAfterMs } = error;
  return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) } as Failure;
}
