/** Users of the school, whom a workflow knows by their addresses. */
import * as z from 'zod/mini';
import { type PERMISSIONS } from '../api/users.ts';
import { CourseLitError, hasCode } from '../http/errors.ts';
import { defined, mustChange } from './defined.ts';
import { defineAction } from './operation.ts';

const permissions = [
  { value: 'course:enroll', label: 'Enroll in Courses' },
  { value: 'course:manage', label: 'Manage Own Courses' },
  { value: 'course:manage_any', label: 'Manage Any Course' },
  { value: 'course:publish', label: 'Publish Courses' },
  { value: 'media:manage', label: 'Manage Media' },
  { value: 'site:manage', label: 'Manage the Site' },
  { value: 'setting:manage', label: 'Manage Settings' },
  { value: 'user:manage', label: 'Manage Users' },
  { value: 'community:manage', label: 'Manage Communities' },
] as const satisfies readonly { value: (typeof PERMISSIONS)[number]; label: string }[];

export const createUser = defineAction({
  key: 'user.create',
  noun: 'user',
  label: 'Create User',
  description: 'Creates a user of the school, with permissions where the user is to help run it.',
  input: [
    {
      key: 'email',
      type: 'text',
      format: 'email',
      label: 'Email',
      help: 'The e-mail address of the new user.',
      example: 'ann@example.com',
      required: true,
    },
    { key: 'name', type: 'text', label: 'Name', help: 'The name to show for the user.', example: 'Ann Lee' },
    {
      key: 'permissions',
      type: 'choices',
      choices: permissions,
      label: 'Permissions',
      help: 'What the user may do in the school. Leave it empty for an ordinary learner.',
    },
    {
      key: 'subscribedToUpdates',
      type: 'boolean',
      label: 'Subscribed to Updates',
      help: 'Whether the user receives mails about news of the school.',
    },
    {
      key: 'ifExists',
      type: 'choice',
      choices: [
        { value: 'error', label: 'Stop With an Error' },
        { value: 'carryOn', label: 'Carry On' },
      ],
      default: 'error',
      label: 'If the User Exists',
      help: 'What to do when the school has a user with this e-mail address. Either way, that user stays unchanged.',
    },
  ],
  output: z.looseObject({ email: z.string(), alreadyExisted: z.nullable(z.boolean()) }),
  sample: { email: 'ann@example.com', name: 'Ann Lee', alreadyExisted: false },
  async run(school, { ifExists, permissions: granted, ...user }) {
    const input = { ...defined(user), email: user.email, ...(granted && { permissions: [...granted] }) };
    const result = (alreadyExisted: boolean | null) => ({ email: user.email, name: user.name ?? null, alreadyExisted });
    const found = await school.users.exists(user.email);
    if (found !== true) {
      try {
        await school.users.create(input);
        return result(found);
      } catch (error) {
        if (!hasCode(error, 'conflict') || ifExists === 'error') throw error;
      }
    }
    if (ifExists === 'carryOn') return result(true);
    throw new CourseLitError({
      code: 'conflict',
      message: `The school has a user with the address ${user.email} already.`,
      hint: 'Set "If the User Exists" to "Carry On" to go on with the user who is there.',
      safeToRepeat: true,
    });
  },
});

export const updateUser = defineAction({
  key: 'user.update',
  noun: 'user',
  label: 'Update User',
  description: 'Changes the name, permissions or subscription of a user.',
  input: [
    {
      key: 'email',
      type: 'text',
      format: 'email',
      label: 'Email',
      help: 'The e-mail address of the user to change. What is left empty below stays as it is.',
      example: 'ann@example.com',
      required: true,
    },
    { key: 'name', type: 'text', label: 'Name', help: 'The new name.', example: 'Ann Lee' },
    {
      key: 'permissions',
      type: 'choices',
      choices: permissions,
      label: 'Permissions',
      help: 'What the user may do in the school, in place of what the user may do now.',
    },
    {
      key: 'subscribedToUpdates',
      type: 'choice',
      choices: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      label: 'Subscribed to Updates',
      help: 'Whether the user receives mails about news of the school.',
    },
  ],
  output: z.looseObject({ email: z.string() }),
  sample: { email: 'ann@example.com', name: 'Ann Lee' },
  async run(school, { email, permissions: granted, subscribedToUpdates, name }) {
    mustChange({ name, permissions: granted, subscribedToUpdates });
    await school.users.update({
      email,
      ...(name !== undefined && { name }),
      ...(granted && { permissions: [...granted] }),
      ...(subscribedToUpdates && { subscribedToUpdates: subscribedToUpdates === 'yes' }),
    });
    return { email, name: name ?? null };
  },
});
