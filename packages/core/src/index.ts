export { createSchool, type School, type SchoolOptions } from './school.ts';
export {
  CourseLitError,
  ERROR_CODES,
  hasCode,
  hintFor,
  invalidInput,
  isCourseLitError,
  type ErrorCode,
} from './http/errors.ts';
export { isPrivateHost, isSameOrigin, parseBaseUrl, type BaseUrl } from './http/baseUrl.ts';
export { redactor } from './http/redact.ts';
export type { HttpMethod, HttpRequest, HttpResponse, Transport } from './http/transport.ts';

export type { Product } from './api/products.ts';
export type { Section } from './api/sections.ts';
export type { Lesson } from './api/lessons.ts';
export type { Invitation } from './api/customers.ts';
export type { RosterRow } from './api/rosterRow.ts';
export { PERMISSIONS, type Permission } from './api/users.ts';

export * from './richtext/index.ts';
export type { RichTextInput } from './api/richText.ts';

export { EVENT_TYPES, eventId, type ConnectorEvent, type EventOf, type EventType } from './changes/events.ts';
export { eventRegistry, type EventDescription } from './changes/eventRegistry.ts';
export { poll, type PollOptions, type PollReport, type PollResult } from './changes/poll.ts';
export { readSnapshot, type ReadSnapshotOptions, type Snapshot } from './changes/snapshot.ts';
export { sampleEvents } from './changes/samples.ts';
export { toWatch, type Watch, type WatchOptions } from './changes/watch.ts';

export {
  actions,
  lists,
  pollTrigger,
  reads,
  runAction,
  runList,
  runRead,
  runSearch,
  searches,
  triggers,
  type ListOptions,
  type ReadOptions,
} from './operations/catalogue.ts';
export { readWatch, watchFields } from './operations/eventTriggers.ts';
export { testConnection } from './operations/connection.ts';
export type { Choice, Field, FieldType, InputOf, ReferenceNoun } from './operations/fields.ts';
export { isOffered } from './operations/operation.ts';
export type { Action, Host, List, Noun, Operation, Read, Search, Trigger } from './operations/operation.ts';
export type { FileInput } from './operations/file.ts';
export {
  listReferences,
  referenceId,
  REFERENCE_URL_PATTERNS,
  type ReferencePage,
  type ReferenceQuery,
} from './operations/references.ts';
