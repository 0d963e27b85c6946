import { startSandbox } from '../../packages/sandbox/src/index.ts';
import { waitFor } from '../../packages/n8n-host/src/index.ts';

export interface Mail {
  to: string;
  subject: string;
  at: string;
}

export interface Customer {
  email: string;
  name: string;
  status: string;
}

interface State {
  products: { productId: string; title: string; type: string; published: boolean; customers: Customer[] }[];
  mails: Mail[];
}

/** The sandbox school, looked at from outside as its page does. */
export interface School {
  url: string;
  page: string;
  key: string;
  course(): Promise<{ productId: string; title: string }>;
  /** Waits until the person is on the product's roster and a mail to them in the outbox. */
  enrolment(productId: string, email: string): Promise<{ customer: Customer; mail: Mail }>;
  stop(): Promise<void>;
}

export async function startSchool(port: number): Promise<School> {
  const sandbox = await startSandbox({ port, seed: 'demo' });
  const state = async (): Promise<State> => (await (await fetch(`${sandbox.url}/sandbox/state`)).json()) as State;
  return {
    url: sandbox.url,
    page: `${sandbox.url}/sandbox`,
    key: sandbox.key,
    stop: () => sandbox.stop(),
    course: async () => {
      const course = (await state()).products.find(({ type, published }) => type === 'course' && published);
      if (!course) throw new Error('The sandbox school has no published course.');
      return { productId: course.productId, title: course.title };
    },
    enrolment: (productId, email) =>
      waitFor(
        async () => {
          const { products, mails } = await state();
          const customer = products
            .find((one) => one.productId === productId)
            ?.customers.find((one) => one.email === email);
          const mail = mails.find((one) => one.to === email);
          return customer && mail && { customer, mail };
        },
        { what: `${email} on the roster and a mail to them in the outbox`, timeoutMs: 15_000 },
      ),
  };
}
