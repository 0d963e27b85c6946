/**
 * An embedded school: the service's HTTP API and its media service on loopback, for trying the connector out and for
 * tests. It shares no code with the connector, as a stand-in that did would prove nothing.
 */
export { startSandbox } from './sandbox.ts';
export type { DomainOptions, Sandbox, SandboxOptions, Seed } from './options.ts';
export type { Mode } from './api/request.ts';
export { FaultPlan } from './faults/plan.ts';
export type { Fault, FaultHandle, FaultRule, Target } from './faults/plan.ts';
export type { RequestLogEntry } from './http/requests.ts';
export type { MediaStore, StoredFile } from './media/store.ts';
export { School } from './model/school.ts';
export { RuleError } from './model/errors.ts';
export type * from './model/types.ts';
