/** What can be made to happen in the school from outside: `POST /sandbox/<name>` with a JSON object. */
import type { Fault, FaultRule } from '../faults/plan.ts';
import type { MembershipStatus } from '../model/types.ts';
import type { Sandbox } from '../options.ts';

export class ControlError extends Error {
  override readonly name = 'ControlError';
}

type Body = Readonly<Record<string, unknown>>;
type Action = (sandbox: Sandbox, body: Body) => object;

const done = { ok: true };

const STATUSES: readonly string[] = ['active', 'pending', 'payment_failed', 'expired', 'rejected', 'paused'];
const FAULT_KINDS: readonly string[] = [
  'latency',
  'status',
  'reset',
  'truncate',
  'drip',
  'redirect',
  'html',
  'content-type',
  'hang',
  'huge',
];

export const actions: Readonly<Record<string, Action>> = {
  faults: (sandbox, body) => ({ id: sandbox.faults.add(parseRule(body)).id }),
  reset: (sandbox) => {
    sandbox.reset();
    return done;
  },
  complete: ({ school }, body) => {
    school.complete(text(body, 'productId'), text(body, 'userId'), text(body, 'lessonId'));
    return done;
  },
  invite: ({ school }, body) => {
    const { user, membership } = school.invite(text(body, 'productId'), text(body, 'email'), body['tags']);
    return { userId: user.userId, membershipId: membership.membershipId };
  },
  'set-status': ({ school }, body) => {
    const status = text(body, 'status');
    if (!STATUSES.includes(status)) throw new ControlError(`Not a status: ${status}`);
    school.setStatus(text(body, 'productId'), text(body, 'userId'), status as MembershipStatus);
    return done;
  },
  'remove-membership': ({ school }, body) => {
    school.removeMembership(text(body, 'productId'), text(body, 'userId'));
    return done;
  },
  'delete-user': ({ school }, body) => {
    school.deleteUser(text(body, 'userId'));
    return done;
  },
  'rename-user': ({ school }, body) => {
    school.renameUser(text(body, 'userId'), text(body, 'name'));
    return done;
  },
  publish: ({ school }, body) => {
    school.publish(text(body, 'productId'));
    return done;
  },
  unpublish: ({ school }, body) => {
    school.unpublish(text(body, 'productId'));
    return done;
  },
};

function parseRule(body: Body): FaultRule {
  const fault = body['fault'] as Fault | undefined;
  if (typeof fault !== 'object' || fault === null || !FAULT_KINDS.includes(fault.kind)) {
    throw new ControlError(`A fault needs one of these kinds: ${FAULT_KINDS.join(', ')}`);
  }
  if (typeof body['path'] === 'string') new RegExp(body['path']);
  return body as unknown as FaultRule;
}

function text(body: Body, key: string): string {
  const value = body[key];
  if (typeof value !== 'string' || value === '') throw new ControlError(`${key} is required`);
  return value;
}
