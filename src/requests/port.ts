import type { Id } from '../core/ids.js';
import type { ErrorGroup, LoggedRequest, RequestFilter, RequestPage, RequestPosition } from './rules/logged-request.js';

declare module '../platform/context/context.js' {
  interface Context {
    requests: RequestStore;
  }
}

/** Where the request log is. `test/requests/store.test.ts` tests every implementation; Postgres is the only one. */
export interface RequestStore {
  /** @returns how many had no place, because their day was not prepared or is over. */
  write(requests: readonly LoggedRequest[]): Promise<number>;
  /** @param limit 1 to 100. */
  page(filter: RequestFilter, position: RequestPosition | null, limit: number): Promise<RequestPage>;
  /** One call of a company, in either mode; `null`: of any company, which reads a whole day. */
  find(companyId: Id<'company'> | null, id: string, at: Date): Promise<LoggedRequest | null>;
  /** Calls with a status from 400 up, grouped; the most frequent first, 50 at most. */
  groupErrors(filter: RequestFilter): Promise<ErrorGroup[]>;
  /** The first answer that repeated an earlier answer to the same `Idempotency-Key`. */
  findReplay(companyId: Id<'company'>): Promise<Date | null>;
  /** When a key first kept to `Retry-After`: after the first 429 of a row it sent nothing until then, and later went on. */
  findPatience(companyId: Id<'company'>): Promise<Date | null>;
  /** Makes room for the days from `from` to before `until`, and drops all before `from`. */
  keepDays(from: Date, until: Date): Promise<{ made: number; dropped: number }>;
}
