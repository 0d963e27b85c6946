import * as z from 'zod/mini';
import { invitationSchema } from '../api/customers.ts';
import { CourseLitError, isCourseLitError } from '../http/errors.ts';
import { defineAction } from './operation.ts';

const enrolment = z.looseObject({
  productId: z.string(),
  membershipId: z.nullable(z.string()),
  membershipStatus: z.nullable(z.string()),
});

export const inviteCustomer = defineAction({
  key: 'customer.invite',
  noun: 'customer',
  label: 'Invite Customer',
  description: 'Enrols a person in one or several products and has the school send the invitation e-mail.',
  input: [
    {
      key: 'productId',
      type: 'reference',
      to: 'product',
      label: 'Product',
      help: 'The product to enrol the customer in. It must be published.',
      required: true,
    },
    {
      key: 'email',
      type: 'text',
      format: 'email',
      label: 'Email',
      help: 'The e-mail address of the customer. A customer who is enrolled already is left as is, and gets no second e-mail.',
      example: 'ann@example.com',
      required: true,
    },
    {
      key: 'tags',
      type: 'texts',
      label: 'Tags',
      help: 'Tags to give the customer in the school, in addition to those that are there.',
      example: 'cohort-2026',
    },
    {
      key: 'moreProductIds',
      type: 'references',
      to: 'product',
      label: 'More Products',
      help: 'Further products to enrol the customer in at the same time. Each sends its own invitation.',
    },
  ],
  notice: 'The school sends an invitation e-mail to everyone who is not enrolled yet.',
  output: z.extend(invitationSchema, {
    email: z.string(),
    productId: z.string(),
    enrolments: z.array(enrolment),
  }),
  sample: {
    userId: 'YdQ8WH-8zguMBigzTtYDt',
    email: 'ann@example.com',
    membershipId: 'MDz4im7fH5LNxSQAJoPAF',
    membershipStatus: 'active',
    productId: 'xSdpd-IChlXX-_XuHyRKO',
    enrolments: [
      { productId: 'xSdpd-IChlXX-_XuHyRKO', membershipId: 'MDz4im7fH5LNxSQAJoPAF', membershipStatus: 'active' },
    ],
  },
  async run(school, { productId, moreProductIds = [], email, tags }) {
    const products = [...new Set([productId, ...moreProductIds])];
    const invitations = [];
    // One after the other: writes about one person can clash.
    for (const [index, id] of products.entries()) {
      const invitation = await school.customers
        .invite(id, { email, ...(tags && { tags: [...tags] }) })
        .catch((error: unknown) => {
          throw index === 0 ? error : afterSome(error, products.slice(0, index), id);
        });
      invitations.push({ productId: id, ...invitation });
    }
    const [first] = invitations;
    return {
      ...first,
      email: first?.email ?? email,
      productId,
      enrolments: invitations.map((one) => ({
        productId: one.productId,
        membershipId: one.membershipId ?? null,
        membershipStatus: one.membershipStatus ?? null,
      })),
    };
  },
});

/** Says which products the customer is in already: whoever reads the error must not have to find out. */
function afterSome(error: unknown, done: readonly string[], failed: string): unknown {
  if (!isCourseLitError(error)) return error;
  return new CourseLitError({
    ...error,
    message: `${error.message.replace(/\.$/, '')} (product ${failed}).`,
    hint: `${error.hint} The customer was enrolled in ${done.join(', ')} before this; running it again does not enrol twice.`,
  });
}
