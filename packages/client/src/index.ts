/** The client of the Partner Events API, and what its users need the names of. */
export { BulkDownload, type WithdrawnLine } from './bulk-download.js';
export type { Answer, AnswerInfo, Call, CallOptions, List, OrderOptions } from './calls.js';
export type { Change, ChangeBatch, Changes, ChangesOptions, EventChangesOptions } from './changes.js';
export { type ClientOptions, type OAuthClient, PartnerEvents } from './client.js';
export { VERSION } from './environment.js';
export * from './errors.js';
export { OAuthError } from './errors.js';
export * from './generated/problems.js';
export type * from './generated/resources.js';
export type * from './generated/schemas.js';
export type { OrderBatch, OrderChanges } from './order-changes.js';
export * as webhooks from './webhooks/index.js';
