import { testConnection } from '@courselit-connector/core';
import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { withSchool } from './school.ts';

/** What people fill in to connect a school. The keys are stored in their connections: never change one. */
export const authentication: Authentication = {
  type: 'custom',
  fields: [
    {
      key: 'baseUrl',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: 'https://school.example.com',
      helpText: 'The web address of your school, for example `https://school.example.com`.',
      isNoSecret: true,
    },
    {
      key: 'apiKey',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText:
        'Create one in the dashboard of your school, under **Settings > Miscellaneous > API Keys**, and copy it at once. ' +
        "See [CourseLit's documentation](https://docs.courselit.app/).",
    },
    {
      key: 'domain',
      label: 'Domain',
      type: 'string',
      required: false,
      placeholder: 'school.example.com',
      helpText:
        "The school's domain name, which creating a user needs. Leave it empty unless it differs from that of the base URL.",
      isNoSecret: true,
    },
  ],
  test: (z: ZObject, bundle: Bundle) => withSchool(z, bundle, testConnection),
  // The host name, as the test gives it: it tells one school from another, and holds no secret.
  connectionLabel: '{{label}}',
};
