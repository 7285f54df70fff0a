import postgres from 'postgres';
import type { Id } from '../core/ids.js';
import { DAY } from '../core/time.js';
import type { Sql } from '../platform/database/database.js';
import { keepDayPartitions } from '../platform/database/day-partitions.js';
import type { LoggedRequest, RequestFilter, RequestPage, RequestPosition } from './rules/logged-request.js';
import {
  findPatienceRow,
  findReplayRow,
  findRequestRow,
  findRowsBack,
  groupErrorRows,
  insertRequests,
  listRequestRows,
} from './sql/requests.js';

/** Rows that one page looks through for what no index finds: some tens of milliseconds. */
const SCANNED = 100_000;

/** No partition for a row. */
const CHECK_VIOLATION = '23514';

/** Days since 1970, as partitions have them: in UTC. */
const toDay = ({ at }: LoggedRequest) => Math.floor(at.getTime() / DAY);

/** Where the request log is. */
export function createPostgresStore(sql: Sql) {
  /** @returns how many had no partition. */
  async function writeDay(requests: readonly LoggedRequest[]): Promise<number> {
    try {
      await insertRequests(sql, requests);
      return 0;
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === CHECK_VIOLATION) return requests.length;
      throw error;
    }
  }

  /** @param limit 1 to 100. */
  async function page(filter: RequestFilter, position: RequestPosition | null, limit: number): Promise<RequestPage> {
    const { statusClass, route, keyId } = filter;
    const scans = statusClass !== undefined || route !== undefined || keyId !== undefined;
    const floor = scans ? await findRowsBack(sql, filter, position, SCANNED) : null;
    const rows = await listRequestRows(sql, floor ? { ...filter, since: floor } : filter, position, limit + 1);
    const requests = rows.slice(0, limit);
    const last = requests.at(-1);
    if (last && rows.length > limit) return { requests, next: { at: last.at, id: last.id } };
    // All of that millisecond was looked at, and everything after it.
    return { requests, next: floor && { at: floor, id: '' } };
  }

  return {
    /** @returns how many had no place, because their day was not prepared or is over. */
    async write(requests: readonly LoggedRequest[]): Promise<number> {
      let dropped = 0;
      // A batch is of one day but at midnight.
      for (const day of new Set(requests.map(toDay))) {
        dropped += await writeDay(requests.filter((request) => toDay(request) === day));
      }
      return dropped;
    },
    page,
    /** One call of a company, in either mode; `null`: of any company, which reads a whole day. */
    find: (companyId: Id<'company'> | null, id: string, at: Date) => findRequestRow(sql, companyId, id, at),
    /** Calls with a status from 400 up, grouped; the most frequent first, 50 at most. */
    groupErrors: (filter: RequestFilter) => groupErrorRows(sql, filter),
    /** The first answer that repeated an earlier answer to the same `Idempotency-Key`. */
    findReplay: (companyId: Id<'company'>) => findReplayRow(sql, companyId),
    /** When a key first kept to `Retry-After`: after the first 429 of a row it sent nothing until then, and later went on. */
    findPatience: (companyId: Id<'company'>) => findPatienceRow(sql, companyId),
    /** Makes room for the days from `from` to before `until`, and drops all before `from`. */
    keepDays: (from: Date, until: Date) => keepDayPartitions(sql, 'api_requests', { from, until }),
  };
}
