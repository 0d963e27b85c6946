/** The user endpoint: older than the others, so with error shapes and an order of checks of its own. */
import { createHash } from 'node:crypto';
import { json } from './answers.ts';
import type { Answer } from './answers.ts';
import { refuseAccess } from './auth.ts';
import { EMAIL } from './customers.ts';
import type { Handler } from './endpoints.ts';
import { parseBody, tooLarge } from './request.ts';
import type { ApiRequest, JsonObject } from './request.ts';
import { messages, RuleError } from '../model/errors.ts';
import { PERMISSIONS } from '../model/types.ts';
import { createUser, updateUser } from '../model/users.ts';
import type { UserFields } from '../model/users.ts';

const complaint = (status: number, message: string): Answer => json(status, { message });
const applicationError = (status: number, error: string): Answer => json(status, { error });

export const postUser: Handler = userEndpoint(({ school, mode }, fields) => {
  try {
    createUser(school, fields, mode === 'documented');
  } catch (error) {
    if (error instanceof RuleError) return applicationError(400, error.message);
    throw error;
  }
  return json(200, { email: opaque(fields.email) });
});

export const patchUser: Handler = userEndpoint(({ school }, fields, body) => {
  // Nobody can take rights away from the owner, not even the owner.
  if ('permissions' in body && fields.email === school.owner?.email) {
    return applicationError(403, messages.actionNotAllowed);
  }
  if (!updateUser(school, fields)) return applicationError(404, 'User not found');
  return json(200, { email: opaque(fields.email) });
});

/** Here the body is read before the key is asked for, and the key may even be in it. */
function userEndpoint(act: (request: ApiRequest, fields: UserFields, body: JsonObject) => Answer): Handler {
  return async (request) => {
    if (tooLarge(request)) return complaint(413, 'Request body too large');
    const { body, problem } = await parseBody(request);
    if (problem !== undefined) return complaint(400, problem);
    const refusal = refuseAccess(request, body['apikey']);
    if (refusal) {
      const { error } = JSON.parse(refusal.body) as { error: { message: string } };
      return complaint(refusal.status, error.message);
    }
    const wrong = fieldProblem(body);
    if (wrong) return complaint(400, wrong);
    const { name } = body;
    // A name that is no text cannot be stored, and the endpoint does not say more than that.
    if (typeof name === 'object' && name !== null) return applicationError(500, messages.internalError);
    return act(request, body as unknown as UserFields, body);
  };
}

function fieldProblem(body: JsonObject): string | undefined {
  const { email, subscribedToUpdates, permissions } = body;
  if (!email) return 'Bad request';
  if (typeof email !== 'string' || !EMAIL.test(email)) return 'Invalid email format';
  if (subscribedToUpdates && typeof subscribedToUpdates !== 'boolean') return 'Bad request';
  if (permissions && !Array.isArray(permissions)) return 'Bad request';
  const unknown = (permissions as unknown[] | undefined)?.some((item) => !PERMISSIONS.includes(item as string));
  return unknown ? messages.invalidPermission : undefined;
}

/** What stands for a user in the answer: the address as it was sent, hashed. */
function opaque(email: string): string {
  return createHash('md5').update(email).digest('hex');
}
