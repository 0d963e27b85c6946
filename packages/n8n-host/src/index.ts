export { installPackage, nodesFolder } from './install.ts';
export { N8n, startN8n } from './n8n.ts';
export type { StartOptions } from './n8n.ts';
export { freePort, isPortFree } from './ports.ts';
export { hasNativeSqlite, n8nBin } from './process.ts';
export { startPostgres, whyNoPostgres } from './postgres.ts';
export type { Postgres } from './postgres.ts';
export { startRedis, whyNoRedis } from './redis.ts';
export type { Redis } from './redis.ts';
export { N8nError } from './session.ts';
export type {
  Credential,
  CredentialTest,
  Execution,
  NodeRun,
  Owner,
  StoredError,
  WorkflowDefinition,
  WorkflowNode,
} from './types.ts';
export { waitFor } from './wait.ts';
export type { WaitOptions } from './wait.ts';
export { checkoutCompleted } from './stripe.ts';
export type { CheckoutCompleted, Payment } from './stripe.ts';
export { exampleWorkflow } from './workflows.ts';
export type { Example, Product } from './workflows.ts';
export { startWorker } from './worker.ts';
export type { Worker, WorkerOptions } from './worker.ts';
