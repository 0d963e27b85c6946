import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { addKey } from '../nodes/shared/authenticate.ts';

/**
 * How to reach a school. There is no declarative `test` here: it could not tell a web page from a school, nor keep the
 * key from crossing the internet unencrypted. The nodes test the credential instead, see `testedBy` there.
 */
export class CourseLitApi implements ICredentialType {
  name = 'courseLitApi';

  displayName = 'CourseLit API';

  icon = { light: 'file:../icons/courselit.svg', dark: 'file:../icons/courselit.dark.svg' } as const;

  documentationUrl =
    'https://github.com/courselit-connector/courselit-connector/blob/main/packages/n8n-nodes/README.md#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://school.example.com',
      description: "The address of your school, as it stands in the browser's address bar",
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'From the school dashboard: Settings > Miscellaneous > API Keys',
    },
    {
      displayName: 'Domain',
      name: 'domain',
      type: 'string',
      default: '',
      placeholder: 'school.example.com',
      description:
        "The domain name of the school, which creating users asks for. Leave it empty unless it differs from the Base URL's.",
    },
  ];

  /** Not declarative either, since such a one gives the key to whatever address a node asks for. */
  async authenticate(data: ICredentialDataDecryptedObject, options: IHttpRequestOptions): Promise<IHttpRequestOptions> {
    return addKey(data, options);
  }
}
