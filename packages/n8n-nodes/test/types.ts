/** n8n's types, for tests outside this package, which cannot see its dependencies. */
export type { IHttpRequestOptions, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
