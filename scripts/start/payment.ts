import { checkoutCompleted } from '../../packages/n8n-host/src/index.ts';
import type { CheckoutCompleted, Execution } from '../../packages/n8n-host/src/index.ts';
import { PlainError } from '../bootstrap/failure.cjs';
import { logsFolder, shown } from '../setup/paths.ts';
import type { Automation } from './automation.ts';
import type { Customer, Mail, School } from './school.ts';

export interface Enrolment {
  event: CheckoutCompleted;
  execution: Execution;
  customer: Customer;
  mail: Mail;
}

/** Sends one payment as Stripe would, and answers only once the buyer is really enrolled. */
export async function sendPayment({ n8n, payment, course }: Automation, school: School): Promise<Enrolment> {
  // A buyer that no school has seen: being on the roster afterwards is then news.
  const event = checkoutCompleted({
    email: `buyer+${Date.now()}@example.com`,
    name: 'Bea Buyer',
    tags: ['paid', 'stripe'],
    amountTotal: 4900,
    currency: 'usd',
  });
  const { email } = event.data.object.customer_details;
  const answer = await n8n.postWebhook('payment', event);
  const execution = await n8n.executionWhere(payment.id, (one) => JSON.stringify(one.data ?? {}).includes(event.id));
  if (answer.status !== 200 || execution.status !== 'success') {
    const { message, description } = execution.data?.resultData?.error ?? {};
    throw new PlainError(
      `The workflow "${payment.name}" failed: ${message ?? `${execution.status}, the webhook answered ${answer.status}`}`,
      `Look at the execution in n8n, or at its log (${shown(logsFolder)}/n8n.log).`,
      description ?? '',
    );
  }
  const { customer, mail } = await school.enrolment(course.productId, email);
  return { event, execution, customer, mail };
}
