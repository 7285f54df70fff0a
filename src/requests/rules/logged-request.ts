import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';

/** How long calls can be looked at. */
export const KEPT_DAYS = 7;

export interface LoggedRequest {
  /** `req_…`, which carries {@link at}. */
  id: string;
  at: Date;
  companyId: Id<'company'>;
  mode: Mode;
  keyId: Id<'key'>;
  method: string;
  /** The operation, without the base path: `/events/{id}`. */
  route: string;
  status: number;
  /** The problem code of an error. */
  code: string | null;
  /** Until the answer began. */
  ms: number;
  address: string | null;
  query: string | null;
  /** `Retry-After` of the answer, in seconds. */
  retryAfter: number | null;
  /** The answer repeated an earlier answer to the same `Idempotency-Key`. */
  replayed: boolean;
}

export interface RequestFilter {
  companyId: Id<'company'>;
  mode: Mode;
  /** At or after, and before. */
  since: Date;
  until?: Date;
  /** 2 to 5: the first digit of the status. */
  statusClass?: number;
  code?: string;
  route?: string;
  keyId?: Id<'key'>;
}

/** Where a page begins: calls before this one. */
export interface RequestPosition {
  at: Date;
  id: string;
}

export interface RequestPage {
  /** Newest first. */
  requests: LoggedRequest[];
  /** Where to look on; null when there is nothing before. A page may be short, or empty, and still have one. */
  next: RequestPosition | null;
}

export interface ErrorGroup {
  code: string | null;
  route: string;
  status: number;
  count: number;
  lastAt: Date;
}
