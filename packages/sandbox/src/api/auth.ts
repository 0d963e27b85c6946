/** Whether a request may act for the school, and if not, how that is said. */
import { failure, badRequest } from './answers.ts';
import type { Answer } from './answers.ts';
import type { ApiRequest } from './request.ts';

/** The refusal, or `undefined` where the key fits. A missing key is a bad request, not an unauthorized one. */
export function refuseAccess(request: ApiRequest, keyInBody?: unknown): Answer | undefined {
  const header = request.headers['x-api-key'];
  const key = header ?? keyInBody;
  if (!key) return badRequest('Bad request');
  if (key !== request.school.key) return failure(401, 'unauthorized', 'Unauthorized');
  if (!request.school.owner) return failure(403, 'forbidden', 'API key cannot be mapped to a school owner');
  return undefined;
}
