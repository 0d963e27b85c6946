import { readFile } from 'node:fs/promises';
import type { Credential, WorkflowDefinition } from './types.ts';

export interface Product {
  productId: string;
  title: string;
}

/** The example workflows that lie beside this package, as n8n exports them: with no credential and no product yet. */
export type Example = 'payment-received' | 'new-customer';

/** An example, made to work with this credential and, where it asks for one, this product. */
export async function exampleWorkflow(
  name: Example,
  credential: Credential,
  product?: Product,
): Promise<WorkflowDefinition> {
  const workflow = JSON.parse(
    await readFile(new URL(`../workflows/${name}.json`, import.meta.url), 'utf8'),
  ) as WorkflowDefinition;
  for (const node of workflow.nodes) {
    if (node.credentials?.[credential.type])
      node.credentials[credential.type] = { id: credential.id, name: credential.name };
    if (product && node.parameters['productId']) {
      node.parameters['productId'] = {
        __rl: true,
        mode: 'list',
        value: product.productId,
        cachedResultName: product.title,
      };
    }
  }
  return workflow;
}
