import type { Automation } from './automation.ts';
import type { Enrolment } from './payment.ts';
import type { School } from './school.ts';

/** What happened, where to look, and how to do it again. */
export function summary(
  { n8n, payment, newCustomer, course }: Automation,
  school: School,
  { event, execution, customer, mail }: Enrolment,
): string {
  const { id, amount_total: amount, currency } = event.data.object;
  const rows: [string, string][] = [
    [
      'Payment',
      `${(amount / 100).toFixed(2)} ${currency.toUpperCase()} from ${customer.email} (${id.slice(0, 16)}...)`,
    ],
    ['Roster', `${customer.email} in "${course.title}", ${customer.status}`],
    ['Outbox', `"${mail.subject}" to ${mail.to}`],
    ['Execution', `${n8n.url}/workflow/${payment.id}/executions/${execution.id}`],
    ['', ''],
    ['School', `${school.page}  (products, roster and outbox; refreshes itself)`],
    ['n8n', `${n8n.url}  (log in as ${n8n.owner.email} with ${n8n.owner.password})`],
    ['Workflows', `"${payment.name}" and "${newCustomer.name}" (looks every minute)`],
  ];
  return rows.map(([name, text]) => (name ? `  ${name.padEnd(10)} ${text}` : '')).join('\n');
}

/** For a shell: each call pays as another buyer. */
export function anotherPayment(n8nUrl: string): string {
  const body = JSON.stringify({
    type: 'checkout.session.completed',
    data: { object: { customer_details: { email: 'EMAIL' }, metadata: { tags: 'paid,stripe' } } },
  }).replace('EMAIL', `pat+'$RANDOM'@example.com`);
  return `curl -sS ${n8nUrl}/webhook/payment -H 'content-type: application/json' \\\n  -d '${body}'`;
}
