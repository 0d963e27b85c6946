/** The rules of the user endpoint, which is older than the rest and has its own. */
import { messages, refuse } from './errors.ts';
import type { School } from './school.ts';
import type { User } from './types.ts';

export interface UserFields {
  email: string;
  name?: unknown;
  permissions?: readonly string[] | undefined;
  subscribedToUpdates?: boolean | undefined;
}

/**
 * Makes a user. An address that is there already, written the same way, changes nothing and is no error; written with
 * other capitals it is refused.
 * @param strict refuse an existing address in any case, as the API document has it
 */
export function createUser(school: School, fields: UserFields, strict: boolean): User {
  const existing = school.userByEmail.get(fields.email.toLowerCase());
  if (existing) {
    if (!strict && existing.email === fields.email) return existing;
    refuse(messages.userExists);
  }
  const user = school.addUser({ email: fields.email });
  applyFields(user, fields);
  return user;
}

/** Changes the user with exactly this address, if there is one. */
export function updateUser(school: School, fields: UserFields): User | undefined {
  const user = school.userByEmail.get(fields.email);
  if (user) applyFields(user, fields);
  return user;
}

function applyFields(user: User, fields: UserFields): void {
  if (fields.name !== undefined && fields.name !== null) user.name = String(fields.name);
  if (fields.permissions) user.permissions = [...fields.permissions];
  if (typeof fields.subscribedToUpdates === 'boolean') user.subscribedToUpdates = fields.subscribedToUpdates;
}
