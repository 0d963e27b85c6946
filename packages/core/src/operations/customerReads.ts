/** The customers of a product as they are. */
import * as z from 'zod/mini';
import { STATUSES } from '../api/customers.ts';
import type { Progress } from '../api/progress.ts';
import type { RosterRow } from '../api/rosterRow.ts';
import { CourseLitError } from '../http/errors.ts';
import type { School } from '../school.ts';
import { flatCustomer } from './findCustomer.ts';
import { defineList, defineRead } from './operation.ts';
import { productField } from './productField.ts';

const text = z.nullable(z.string());

const LABELS: Readonly<Record<(typeof STATUSES)[number], string>> = {
  active: 'Active',
  pending: 'Pending',
  payment_failed: 'Payment Failed',
  expired: 'Expired',
  rejected: 'Rejected',
  paused: 'Paused',
};

export const getCustomers = defineList({
  key: 'customer.getAll',
  noun: 'customer',
  label: 'Get Many Customers',
  description: 'Reads the customers of a product, in no order that could be relied on.',
  input: [
    productField('The product whose customers to read.'),
    {
      key: 'search',
      type: 'text',
      label: 'Search',
      help: 'Only customers with this in their name or e-mail address.',
      example: 'example.com',
    },
    {
      key: 'status',
      type: 'choice',
      choices: STATUSES.map((value) => ({ value, label: LABELS[value] })),
      label: 'Status',
      help: 'Only customers whose enrolment is in this state.',
    },
  ],
  output: z.looseObject({
    userId: z.string(),
    email: text,
    name: text,
    status: text,
    completedLessons: z.nullable(z.number()),
    downloaded: z.nullable(z.boolean()),
    enrolledAt: text,
    updatedAt: text,
  }),
  sample: {
    userId: 'YdQ8WH-8zguMBigzTtYDt',
    email: 'ann@example.com',
    name: 'Ann Lee',
    status: 'active',
    completedLessons: 3,
    downloaded: null,
    enrolledAt: '2026-11-21T00:44:06.265Z',
    updatedAt: '2026-11-21T00:44:07.623Z',
  },
  simplify(thing) {
    const row = thing as RosterRow;
    const { enrolledAt, updatedAt, ...person } = flatCustomer(row);
    return {
      ...person,
      completedLessons: row.completedLessons?.length ?? null,
      downloaded: row.downloaded ?? null,
      enrolledAt,
      updatedAt,
    };
  },
  run: (school, { productId, search, status }) => school.customers.roster(productId, { search, status }),
});

/** A person is known by an ID or by an address. */
async function userIdOf(school: School, productId: string, customer: string): Promise<string> {
  if (!customer.includes('@')) return customer;
  const row = await school.customers.findByEmail(productId, customer);
  if (row) return row.user.userId;
  throw new CourseLitError({
    code: 'not_found',
    message: `The product has no customer with the address ${customer.slice(0, 254)}.`,
    hint: 'Check the address and the product. "Find Customer" answers nothing, in place of an error, where there is none.',
    safeToRepeat: true,
  });
}

export const getCustomerProgress = defineRead({
  key: 'customer.getProgress',
  noun: 'customer',
  label: 'Get Customer Progress',
  description: 'Reads how far a customer is in a product: which lessons are done, and which are left.',
  input: [
    productField('The product that the customer is enrolled in.'),
    {
      key: 'customerId',
      type: 'reference',
      to: 'customer',
      within: 'productId',
      label: 'Customer',
      help: 'The customer, by ID or by e-mail address.',
      required: true,
    },
  ],
  output: z.looseObject({
    userId: z.string(),
    completedCount: z.number(),
    totalCount: z.number(),
    percent: z.number(),
    downloaded: z.nullable(z.boolean()),
    enrolledAt: text,
    updatedAt: text,
  }),
  sample: {
    userId: 'YdQ8WH-8zguMBigzTtYDt',
    productId: 'xSdpd-IChlXX-_XuHyRKO',
    completed: [{ lessonId: 'hg2E2yUD6AhlZY3kfJqcP', title: 'Welcome to Rust' }],
    remaining: [{ lessonId: 'QeOJTCKi7hbXH3hLWQ9dO', title: 'Video' }],
    completedCount: 1,
    totalCount: 3,
    percent: 33,
    downloaded: null,
    enrolledAt: '2026-11-21T00:44:06.265Z',
    updatedAt: '2026-11-21T00:44:07.623Z',
  },
  async run(school, { productId, customerId }) {
    const progress: Progress = await school.customers.progress(
      productId,
      await userIdOf(school, productId, customerId),
    );
    return { ...progress };
  },
});
