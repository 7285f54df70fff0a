// Written by `npm run client-types` from the OpenAPI document. Do not edit.

import { problemNamed } from '../problem-named.js';

/** 400 `invalid_request`. A parameter or body field is missing, malformed or out of range; `errors` names each. */
export class InvalidRequestError extends problemNamed('InvalidRequestError') {}

/** 400 `invalid_cursor`. We did not issue this cursor, or it belongs to other filters. Start again without it. */
export class InvalidCursorError extends problemNamed('InvalidCursorError') {}

/** 400 `key_in_url`. The URL contains a key, where proxies and logs keep it. Send keys in the `Authorization: Bearer` header. */
export class KeyInUrlError extends problemNamed('KeyInUrlError') {}

/** 400 `idempotency_key_required`. Orders need an `Idempotency-Key` header so that a repeated call never holds tickets twice. */
export class IdempotencyKeyRequiredError extends problemNamed('IdempotencyKeyRequiredError') {}

/** 400 `idempotency_key_invalid`. An `Idempotency-Key` has 8 to 80 letters, digits, `_` or `-`. */
export class IdempotencyKeyInvalidError extends problemNamed('IdempotencyKeyInvalidError') {}

/** 400 `unknown_event`. The body names an event that this key cannot show. */
export class UnknownEventError extends problemNamed('UnknownEventError') {}

/** 400 `unknown_ticket_type`. The body names a ticket type that the event does not have. */
export class UnknownTicketTypeError extends problemNamed('UnknownTicketTypeError') {}

/** 400 `quantity_over_limit`. The quantity is more than one order can have of this ticket type. */
export class QuantityOverLimitError extends problemNamed('QuantityOverLimitError') {}

/** 400 `signal_type_refused`. Sales, refunds and rewards are never accepted as browser signals. */
export class SignalTypeRefusedError extends problemNamed('SignalTypeRefusedError') {}

/** 400 `server_key_refused`. Never send a server key from a browser. */
export class ServerKeyRefusedError extends problemNamed('ServerKeyRefusedError') {}

/** 401 `key_missing`. The request has no `Authorization: Bearer <key>` header. */
export class KeyMissingError extends problemNamed('KeyMissingError') {}

/** 401 `key_invalid`. We do not know this key or token. */
export class KeyInvalidError extends problemNamed('KeyInvalidError') {}

/** 401 `key_revoked`. The key or token was revoked. */
export class KeyRevokedError extends problemNamed('KeyRevokedError') {}

/** 401 `token_expired`. The access token expired after one hour; request a new one. */
export class TokenExpiredError extends problemNamed('TokenExpiredError') {}

/** 403 `key_kind_not_allowed`. This kind of key cannot use this endpoint. */
export class KeyKindNotAllowedError extends problemNamed('KeyKindNotAllowedError') {}

/** 403 `capability_required`. The key lacks a capability, which we grant after review. */
export class CapabilityRequiredError extends problemNamed('CapabilityRequiredError') {}

/** 403 `scope_required`. The access token lacks the scope this endpoint needs, or the endpoint needs a key. */
export class ScopeRequiredError extends problemNamed('ScopeRequiredError') {}

/** 403 `origin_not_allowed`. A website key works only on pages of its listed domains. Add the domain of this page to the key in the dashboard. */
export class OriginNotAllowedError extends problemNamed('OriginNotAllowedError') {}

/** 403 `ip_not_allowed`. The key has an IP allowlist and the caller is not on it. */
export class IpNotAllowedError extends problemNamed('IpNotAllowedError') {}

/** 403 `certificate_required`. The key is pinned to a client certificate and the call has none. */
export class CertificateRequiredError extends problemNamed('CertificateRequiredError') {}

/** 403 `certificate_mismatch`. The key is pinned to a different client certificate. */
export class CertificateMismatchError extends problemNamed('CertificateMismatchError') {}

/** 403 `account_suspended`. The company behind this key is suspended. */
export class AccountSuspendedError extends problemNamed('AccountSuspendedError') {}

/** 404 `event_not_found`. There is no such event for this key. */
export class EventNotFoundError extends problemNamed('EventNotFoundError') {}

/** 404 `order_not_found`. There is no such order for this key. */
export class OrderNotFoundError extends problemNamed('OrderNotFoundError') {}

/** 404 `file_not_found`. There is no such file for this key. */
export class FileNotFoundError extends problemNamed('FileNotFoundError') {}

/** 404 `settlement_not_found`. There is no such statement for this key. */
export class SettlementNotFoundError extends problemNamed('SettlementNotFoundError') {}

/** 404 `not_found`. There is nothing at this URL. */
export class NotFoundError extends problemNamed('NotFoundError') {}

/** 405 `method_not_allowed`. This URL does not support this method; `allowed` lists those it supports. */
export class MethodNotAllowedError extends problemNamed('MethodNotAllowedError') {}

/** 408 `request_timeout`. The request did not arrive in time. */
export class RequestTimeoutError extends problemNamed('RequestTimeoutError') {}

/** 409 `tickets_unavailable`. Fewer tickets are left than you requested. */
export class TicketsUnavailableError extends problemNamed('TicketsUnavailableError') {}

/** 409 `sales_not_open`. Sales of this ticket type have not started. */
export class SalesNotOpenError extends problemNamed('SalesNotOpenError') {}

/** 409 `sales_ended`. Sales of this ticket type have ended. */
export class SalesEndedError extends problemNamed('SalesEndedError') {}

/** 409 `event_not_on_sale`. The event is cancelled, postponed or over. */
export class EventNotOnSaleError extends problemNamed('EventNotOnSaleError') {}

/** 409 `free_ticket`. Free tickets are not sold through orders; send the visitor to `buy_url`. */
export class FreeTicketError extends problemNamed('FreeTicketError') {}

/** 409 `order_not_open`. You can only cancel an order that awaits payment. */
export class OrderNotOpenError extends problemNamed('OrderNotOpenError') {}

/** 409 `idempotency_key_reused`. You used this key before with a different body. */
export class IdempotencyKeyReusedError extends problemNamed('IdempotencyKeyReusedError') {}

/** 409 `idempotency_in_progress`. The first call with this key has not finished; try again shortly. */
export class IdempotencyInProgressError extends problemNamed('IdempotencyInProgressError') {}

/** 410 `event_withdrawn`. The event is no longer shared; stop showing it. */
export class EventWithdrawnError extends problemNamed('EventWithdrawnError') {}

/** 413 `body_too_large`. Request bodies are limited to 64 KB. */
export class BodyTooLargeError extends problemNamed('BodyTooLargeError') {}

/** 414 `uri_too_long`. The URL of the request is too long. */
export class UriTooLongError extends problemNamed('UriTooLongError') {}

/** 415 `unsupported_media_type`. This endpoint does not accept this content type or encoding. */
export class UnsupportedMediaTypeError extends problemNamed('UnsupportedMediaTypeError') {}

/** 416 `range_not_satisfiable`. The file is shorter than the requested range. */
export class RangeNotSatisfiableError extends problemNamed('RangeNotSatisfiableError') {}

/** 429 `rate_limited`. Too many requests; wait for `Retry-After` seconds. */
export class RateLimitedError extends problemNamed('RateLimitedError') {}

/** 429 `bulk_too_soon`. You can get a full file at most every 15 minutes per subscription. */
export class BulkTooSoonError extends problemNamed('BulkTooSoonError') {}

/** 431 `headers_too_large`. The headers of the request are too large. */
export class HeadersTooLargeError extends problemNamed('HeadersTooLargeError') {}

/** 500 `internal_error`. Something failed on our side. If you contact support, quote `request_id`. */
export class InternalErrorError extends problemNamed('InternalErrorError') {}

/** 503 `payments_unavailable`. Card payments are not enabled. */
export class PaymentsUnavailableError extends problemNamed('PaymentsUnavailableError') {}

/** 503 `busy`. The service is busy; try again after `Retry-After` seconds. */
export class BusyError extends problemNamed('BusyError') {}

export const PROBLEM_CLASSES = {
  invalid_request: InvalidRequestError,
  invalid_cursor: InvalidCursorError,
  key_in_url: KeyInUrlError,
  idempotency_key_required: IdempotencyKeyRequiredError,
  idempotency_key_invalid: IdempotencyKeyInvalidError,
  unknown_event: UnknownEventError,
  unknown_ticket_type: UnknownTicketTypeError,
  quantity_over_limit: QuantityOverLimitError,
  signal_type_refused: SignalTypeRefusedError,
  server_key_refused: ServerKeyRefusedError,
  key_missing: KeyMissingError,
  key_invalid: KeyInvalidError,
  key_revoked: KeyRevokedError,
  token_expired: TokenExpiredError,
  key_kind_not_allowed: KeyKindNotAllowedError,
  capability_required: CapabilityRequiredError,
  scope_required: ScopeRequiredError,
  origin_not_allowed: OriginNotAllowedError,
  ip_not_allowed: IpNotAllowedError,
  certificate_required: CertificateRequiredError,
  certificate_mismatch: CertificateMismatchError,
  account_suspended: AccountSuspendedError,
  event_not_found: EventNotFoundError,
  order_not_found: OrderNotFoundError,
  file_not_found: FileNotFoundError,
  settlement_not_found: SettlementNotFoundError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  request_timeout: RequestTimeoutError,
  tickets_unavailable: TicketsUnavailableError,
  sales_not_open: SalesNotOpenError,
  sales_ended: SalesEndedError,
  event_not_on_sale: EventNotOnSaleError,
  free_ticket: FreeTicketError,
  order_not_open: OrderNotOpenError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  idempotency_in_progress: IdempotencyInProgressError,
  event_withdrawn: EventWithdrawnError,
  body_too_large: BodyTooLargeError,
  uri_too_long: UriTooLongError,
  unsupported_media_type: UnsupportedMediaTypeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  rate_limited: RateLimitedError,
  bulk_too_soon: BulkTooSoonError,
  headers_too_large: HeadersTooLargeError,
  internal_error: InternalErrorError,
  payments_unavailable: PaymentsUnavailableError,
  busy: BusyError,
} as const;

/** Every problem code that a call can get. New codes may be added. */
export type ProblemCode = keyof typeof PROBLEM_CLASSES;
