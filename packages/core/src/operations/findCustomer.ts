import * as z from 'zod/mini';
import type { Progress } from '../api/progress.ts';
import type { RosterRow } from '../api/rosterRow.ts';
import { hasCode } from '../http/errors.ts';
import { defineSearch } from './operation.ts';
import { productField } from './productField.ts';

const emailField = {
  key: 'email',
  type: 'text',
  format: 'email',
  label: 'Email',
  help: 'The e-mail address of the customer.',
  example: 'ann@example.com',
  required: true,
} as const;

const person = { userId: z.string(), email: z.nullable(z.string()), name: z.nullable(z.string()) };

/** A row of the roster without its nesting, as people map it. */
export const flatCustomer = ({ user, status, createdAt, updatedAt }: RosterRow) => ({
  userId: user.userId,
  email: user.email ?? null,
  name: user.name ?? null,
  status: status ?? null,
  enrolledAt: createdAt ?? null,
  updatedAt: updatedAt ?? null,
});

export const findCustomer = defineSearch({
  key: 'customer.find',
  noun: 'customer',
  label: 'Find Customer',
  description: 'Finds a customer of a product by e-mail address.',
  input: [productField('The product to look in.'), emailField],
  output: z.looseObject({ ...person, status: z.nullable(z.string()), enrolledAt: z.nullable(z.string()) }),
  sample: {
    userId: 'YdQ8WH-8zguMBigzTtYDt',
    email: 'ann@example.com',
    name: 'Ann Lee',
    status: 'active',
    enrolledAt: '2026-11-21T00:44:06.265Z',
    updatedAt: '2026-11-21T00:44:07.623Z',
  },
  async run(school, { productId, email }) {
    const row = await school.customers.findByEmail(productId, email);
    return row ? [flatCustomer(row)] : [];
  },
});

export const findCustomerProgress = defineSearch({
  key: 'customer.progress',
  noun: 'customer',
  label: 'Find Customer Progress',
  description: 'Finds how far a customer is in a product: which lessons are done, and which are left.',
  input: [productField('The product to look in.'), emailField],
  output: z.looseObject({ ...person, completedCount: z.number(), totalCount: z.number(), percent: z.number() }),
  sample: {
    userId: 'YdQ8WH-8zguMBigzTtYDt',
    email: 'ann@example.com',
    name: 'Ann Lee',
    productId: 'xSdpd-IChlXX-_XuHyRKO',
    completedCount: 1,
    totalCount: 3,
    percent: 33,
    completed: [{ lessonId: 'hg2E2yUD6AhlZY3kfJqcP', title: 'Welcome to Rust' }],
    remaining: [{ lessonId: 'QeOJTCKi7hbXH3hLWQ9dO', title: 'Video' }],
    enrolledAt: '2026-11-21T00:44:06.265Z',
    updatedAt: '2026-11-21T00:44:07.623Z',
  },
  async run(school, { productId, email }) {
    const row = await school.customers.findByEmail(productId, email);
    if (!row) return [];
    // Someone who is on the roster but not enrolled yet (a payment is open) has no progress.
    const progress = await school.customers.progress(productId, row.user.userId).catch((error: unknown) => {
      if (hasCode(error, 'not_found')) return undefined;
      throw error;
    });
    return progress ? [withPerson(progress, row)] : [];
  },
});

function withPerson(progress: Progress, { user }: RosterRow): Record<string, unknown> {
  return { ...progress, email: user.email ?? null, name: user.name ?? null };
}
