/** Permission to upload one file to the media service. */
import { json } from './answers.ts';
import { refuseAccess } from './auth.ts';
import type { Handler } from './endpoints.ts';
import { messages } from '../model/errors.ts';

/** A request without a key is taken for a browser's without a session: 401 and an empty object. */
export const postPresigned: Handler = async (request) => {
  if (!request.headers['x-api-key']) return json(401, {});
  const refusal = refuseAccess(request);
  if (refusal) return refusal;
  if (!request.school.owner?.permissions.includes('media:manage')) {
    return json(403, { message: messages.actionNotAllowed });
  }
  return json(200, { signature: request.media.sign(), endpoint: request.media.endpoint });
};
