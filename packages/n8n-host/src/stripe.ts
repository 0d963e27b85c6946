import { randomBytes } from 'node:crypto';

export interface Payment {
  email: string;
  name: string;
  tags: readonly string[];
  amountTotal: number;
  currency: string;
}

/** The fields of Stripe's event that matter here, with enough around them to look like the real thing. */
export interface CheckoutCompleted {
  id: string;
  object: 'event';
  type: 'checkout.session.completed';
  created: number;
  livemode: false;
  data: {
    object: {
      id: string;
      object: 'checkout.session';
      mode: 'payment';
      status: 'complete';
      payment_status: 'paid';
      amount_total: number;
      currency: string;
      customer_details: { email: string; name: string };
      metadata: { tags: string };
    };
  };
}

/** What Stripe posts when a checkout has been paid. Tags travel in the metadata, with commas between. */
export function checkoutCompleted(payment: Payment, now: number = Date.now()): CheckoutCompleted {
  const id = randomBytes(12).toString('hex');
  return {
    id: `evt_${id}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(now / 1000),
    livemode: false,
    data: {
      object: {
        id: `cs_test_${id}`,
        object: 'checkout.session',
        mode: 'payment',
        status: 'complete',
        payment_status: 'paid',
        amount_total: payment.amountTotal,
        currency: payment.currency,
        customer_details: { email: payment.email, name: payment.name },
        metadata: { tags: payment.tags.join(',') },
      },
    },
  };
}
