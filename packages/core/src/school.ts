import { customersApi } from './api/customers.ts';
import { lessonsApi } from './api/lessons.ts';
import { lessonsFromFiles } from './api/lessonFromFile.ts';
import { mediaApi } from './api/media.ts';
import { paymentPlansApi } from './api/paymentPlans.ts';
import { productsApi } from './api/products.ts';
import { rawApi } from './api/raw.ts';
import { sectionsApi } from './api/sections.ts';
import { usersApi } from './api/users.ts';
import { createClient, type ClientOptions } from './http/client.ts';
import { invalidInput } from './http/errors.ts';

export interface SchoolOptions extends ClientOptions {
  /** The school's domain name, as creating a user asks for it. By default the host name of the base URL. */
  readonly domain?: string | undefined;
}

/** One school, as the connector talks to it: `school.customers.invite(productId, { email })`. */
export function createSchool(options: SchoolOptions) {
  const client = createClient(options);
  const typed = options.domain?.trim() ?? '';
  const domain = (URL.canParse(typed) && new URL(typed).hostname) || typed || client.baseUrl.hostname;
  if (!/^[a-z0-9.:[\]-]{1,253}$/i.test(domain)) {
    throw invalidInput(
      'domain',
      'The domain is not a domain name.',
      'Give it like school.example.com, or leave it empty.',
    );
  }
  const lessons = lessonsApi(client);
  const media = mediaApi(client);
  return {
    baseUrl: client.baseUrl,
    now: client.now,
    /** How many requests have gone to the school so far, repeats included. */
    sent: client.sent,
    products: productsApi(client),
    paymentPlans: paymentPlansApi(client),
    sections: sectionsApi(client),
    lessons: { ...lessons, ...lessonsFromFiles(media, lessons) },
    customers: customersApi(client),
    users: usersApi(client, domain),
    media,
    /** Any call of the school's API, by method and path. */
    request: rawApi(client),
  };
}

export type School = ReturnType<typeof createSchool>;
