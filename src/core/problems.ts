import { containsCredential } from './key-format.js';

/** Every problem of the service: errors, OpenAPI and the pages behind `type` are made of it (contract: Errors). */
export const PROBLEMS = {
  invalid_request: [
    400,
    'Invalid request',
    'A parameter or body field is missing, malformed or out of range; `errors` names each.',
  ],
  invalid_cursor: [
    400,
    'Invalid cursor',
    'We did not issue this cursor, or it belongs to other filters. Start again without it.',
  ],
  key_in_url: [
    400,
    'Key in the URL',
    'The URL contains a key, where proxies and logs keep it. Send keys in the `Authorization: Bearer` header.',
  ],
  idempotency_key_required: [
    400,
    'Idempotency-Key required',
    'Orders need an `Idempotency-Key` header so that a repeated call never holds tickets twice.',
  ],
  idempotency_key_invalid: [
    400,
    'Invalid Idempotency-Key',
    'An `Idempotency-Key` has 8 to 80 letters, digits, `_` or `-`.',
  ],
  sign_in_link_invalid: [
    400,
    'Sign-in link invalid',
    'This sign-in link was already used, is older than 15 minutes, or is incomplete.',
  ],
  unknown_event: [400, 'Unknown event', 'The body names an event that this key cannot show.'],
  unknown_ticket_type: [400, 'Unknown ticket type', 'The body names a ticket type that the event does not have.'],
  quantity_over_limit: [
    400,
    'Quantity over the limit',
    'The quantity is more than one order can have of this ticket type.',
  ],
  signal_type_refused: [
    400,
    'Signal type refused',
    'Sales, refunds and rewards are never accepted as browser signals.',
  ],
  server_key_refused: [400, 'Server key refused', 'Never send a server key from a browser.'],
  key_missing: [401, 'Key missing', 'The request has no `Authorization: Bearer <key>` header.'],
  key_invalid: [401, 'Key invalid', 'We do not know this key or token.'],
  key_revoked: [401, 'Key revoked', 'The key or token was revoked.'],
  token_expired: [401, 'Token expired', 'The access token expired after one hour; request a new one.'],
  session_required: [401, 'Session required', 'You are not signed in to the dashboard, or your session has ended.'],
  key_kind_not_allowed: [403, 'Key kind not allowed', 'This kind of key cannot use this endpoint.'],
  capability_required: [403, 'Capability required', 'The key lacks a capability, which we grant after review.'],
  scope_required: [
    403,
    'Scope required',
    'The access token lacks the scope this endpoint needs, or the endpoint needs a key.',
  ],
  origin_not_allowed: [
    403,
    'Origin not allowed',
    'A website key works only on pages of its listed domains. Add the domain of this page to the key in the dashboard.',
  ],
  ip_not_allowed: [403, 'IP address not allowed', 'The key has an IP allowlist and the caller is not on it.'],
  certificate_required: [
    403,
    'Client certificate required',
    'The key is pinned to a client certificate and the call has none.',
  ],
  certificate_mismatch: [403, 'Client certificate mismatch', 'The key is pinned to a different client certificate.'],
  account_suspended: [403, 'Account suspended', 'The company behind this key is suspended.'],
  cross_site_refused: [403, 'Cross-site call refused', "Only the dashboard's own pages may change anything in it."],
  second_step_owed: [403, 'Second step required', 'Complete the second step of your sign-in first.'],
  second_step_missing: [403, 'Second step not set up', 'Set up a passkey or an authenticator app first.'],
  second_step_again: [
    403,
    'Second step expired',
    'Confirm it’s you: your last second step was more than 15 minutes ago.',
  ],
  role_not_allowed: [403, 'Role not allowed', 'Your role does not allow this.'],
  event_not_found: [404, 'Event not found', 'There is no such event for this key.'],
  order_not_found: [404, 'Order not found', 'There is no such order for this key.'],
  file_not_found: [404, 'File not found', 'There is no such file for this key.'],
  settlement_not_found: [404, 'Statement not found', 'There is no such statement for this key.'],
  not_found: [404, 'Not found', 'There is nothing at this URL.'],
  method_not_allowed: [
    405,
    'Method not allowed',
    'This URL does not support this method; `allowed` lists those it supports.',
  ],
  request_timeout: [408, 'Request timeout', 'The request did not arrive in time.'],
  tickets_unavailable: [409, 'Tickets unavailable', 'Fewer tickets are left than you requested.'],
  sales_not_open: [409, 'Sales not open', 'Sales of this ticket type have not started.'],
  sales_ended: [409, 'Sales ended', 'Sales of this ticket type have ended.'],
  event_not_on_sale: [409, 'Event not on sale', 'The event is cancelled, postponed or over.'],
  free_ticket: [409, 'Free ticket', 'Free tickets are not sold through orders; send the visitor to `buy_url`.'],
  order_not_open: [409, 'Order not open', 'You can only cancel an order that awaits payment.'],
  idempotency_key_reused: [409, 'Idempotency-Key reused', 'You used this key before with a different body.'],
  idempotency_in_progress: [
    409,
    'Idempotency-Key in progress',
    'The first call with this key has not finished; try again shortly.',
  ],
  rotated_already: [
    409,
    'Already rotated',
    'The key or secret was replaced seconds ago, or the previous one still works.',
  ],
  event_withdrawn: [410, 'Event withdrawn', 'The event is no longer shared; stop showing it.'],
  body_too_large: [413, 'Body too large', 'Request bodies are limited to 64 KB.'],
  uri_too_long: [414, 'URL too long', 'The URL of the request is too long.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'This endpoint does not accept this content type or encoding.',
  ],
  range_not_satisfiable: [416, 'Range not satisfiable', 'The file is shorter than the requested range.'],
  rate_limited: [429, 'Rate limited', 'Too many requests; wait for `Retry-After` seconds.'],
  bulk_too_soon: [429, 'Bulk file too soon', 'You can get a full file at most every 15 minutes per subscription.'],
  headers_too_large: [431, 'Headers too large', 'The headers of the request are too large.'],
  internal_error: [500, 'Internal error', 'Something failed on our side. If you contact support, quote `request_id`.'],
  payments_unavailable: [503, 'Payments unavailable', 'Card payments are not enabled.'],
  mail_unavailable: [503, 'Mail unavailable', 'This service cannot send email yet, so it sends no sign-in links.'],
  busy: [503, 'Busy', 'The service is busy; try again after `Retry-After` seconds.'],
} as const satisfies Record<string, readonly [status: number, title: string, explanation: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Only the dashboard answers these to its members; partners' calls never get them. */
export const DASHBOARD_PROBLEMS = [
  'session_required',
  'sign_in_link_invalid',
  'cross_site_refused',
  'second_step_owed',
  'second_step_missing',
  'second_step_again',
  'role_not_allowed',
  'rotated_already',
  'mail_unavailable',
] as const satisfies readonly ProblemCode[];

export interface FieldError {
  /** Name of the parameter, header or body field, for example `limit` or `Idempotency-Key`. */
  field: string;
  message: string;
}

export interface ProblemOptions {
  /** What happened this time, in a sentence without any text of the database or a library. */
  detail?: string;
  errors?: FieldError[];
  /** Extra headers of the response, for example `Retry-After`. */
  headers?: Record<string, string>;
  /** For `method_not_allowed`: the permitted methods. */
  allowed?: string[];
}

/** An error that the API returns as `application/problem+json` (RFC 9457). */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  readonly title: string;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly allowed: string[] | undefined;

  constructor(
    readonly code: ProblemCode,
    options: ProblemOptions = {},
  ) {
    const [status, title, explanation] = PROBLEMS[code];
    super(options.detail ?? explanation);
    this.status = status;
    this.title = title;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.allowed = options.allowed;
  }
}

/** A 503 for a call that may succeed a moment later. */
export function busy(): ProblemError {
  return new ProblemError('busy', { headers: { 'Retry-After': '2' } });
}

/** A 400 `invalid_request` that names one field. */
export function invalidField(field: string, message: string): ProblemError {
  return invalidFields([{ field, message }]);
}

/** Maximum number of fields that an error names. */
const MAX_FIELDS = 20;

/** A 400 `invalid_request` that names several fields: the first {@link MAX_FIELDS}. */
export function invalidFields(errors: readonly FieldError[]): ProblemError {
  const named = errors.slice(0, MAX_FIELDS);
  const detail = named.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new ProblemError('invalid_request', { detail, errors: named });
}

/** A face whose URLs name objects answers it with 404 instead. */
export class NoSuchError extends ProblemError {
  override name = 'NoSuchError';
}

/** A 400 `invalid_request` that repeats `id`, the caller's name for it, unless it holds a key or secret. */
export function noSuch(kind: string, id?: string): NoSuchError {
  const message =
    id === undefined || containsCredential(id) ? `There is no such ${kind}.` : `There is no ${kind} ${id}.`;
  return new NoSuchError('invalid_request', { detail: message, errors: [{ field: kind, message }] });
}

/** The request is valid, but the current state does not allow it: the command line says so with a code of its own. */
export class ConflictError extends ProblemError {
  override name = 'ConflictError';
}

/** A 400 `invalid_request` that names one field, for an action that the current state does not allow. */
export function conflict(field: string, message: string): ConflictError {
  return new ConflictError('invalid_request', { detail: `${field}: ${message}`, errors: [{ field, message }] });
}
