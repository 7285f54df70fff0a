/** Everything this package throws, but for wrong arguments (`TypeError`) and your own abort signal's reason. */
export class PartnerEventsError extends Error {
  override readonly name: string = 'PartnerEventsError';
}

/** No complete response arrived: the connection failed or ended early. `cause` says how. */
export class ConnectionError extends PartnerEventsError {
  override readonly name: string = 'ConnectionError';
}

/** No complete response arrived within `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The client was closed. */
export class ClientClosedError extends PartnerEventsError {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('The client was closed.');
  }
}

/** The bulk file was built anew while it was being downloaded. Start over with the new file. */
export class BulkFileChangedError extends PartnerEventsError {
  override readonly name = 'BulkFileChangedError';
}

/** The bytes are not a complete gzip file. Do not load them. */
export class IncompleteFileError extends PartnerEventsError {
  override readonly name = 'IncompleteFileError';
}

/** The facts of an error response besides its body. */
export interface ErrorResponse {
  status: number;
  headers: Headers;
}

/** The service, or something between you and it, answered with an error. */
export class ApiError extends PartnerEventsError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly headers: Headers;
  /** Quote it to support. Null if the answer does not come from the service. */
  readonly requestId: string | null;
  /** Seconds to wait before you try again, if the answer says so. */
  readonly retryAfter: number | null;

  constructor(message: string, { status, headers }: ErrorResponse) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.requestId = headers.get('service-request-id');
    this.retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now());
  }
}

/** A parameter or field at fault. */
export interface FieldError {
  field: string;
  message: string;
}

/** The body of a problem answer (RFC 9457). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  request_id: string;
  code: string;
  errors?: FieldError[];
  allowed?: string[];
}

/** A problem: branch on `code`, or on the class that belongs to it. A code that is newer than this package has this class. */
export class ProblemError extends ApiError {
  override readonly name: string = 'ProblemError';
  readonly code: string;
  readonly title: string;
  /** A page that explains the code. */
  readonly type: string;
  /** What went wrong with this request. For people; it may change. */
  readonly detail: string;
  /** The parameters or fields at fault; empty if it is none of them. */
  readonly errors: readonly FieldError[];
  /** The methods that the address has, of `method_not_allowed`. */
  readonly allowed: readonly string[];

  constructor(body: ProblemBody, response: ErrorResponse) {
    super(`${body.code}: ${body.detail}`, response);
    this.code = body.code;
    this.title = body.title;
    this.type = body.type;
    this.detail = body.detail;
    this.errors = body.errors ?? [];
    this.allowed = body.allowed ?? [];
  }
}

/** An error of `/oauth/*` (RFC 6749). */
export class OAuthError extends ApiError {
  override readonly name = 'OAuthError';

  constructor(
    /** For example `invalid_client`. */
    readonly error: string,
    readonly description: string,
    response: ErrorResponse,
  ) {
    super(`${error}: ${description}`, response);
  }
}

/**
 * Seconds from now that a `Retry-After` names, as a number or as a date; null without a readable one.
 *
 * @param now milliseconds since 1970.
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
