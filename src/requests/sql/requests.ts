import type { Id } from '../../core/ids.js';
import { literal } from '../../platform/database/arrays.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';
import type { ErrorGroup, LoggedRequest, RequestFilter, RequestPosition } from '../rules/logged-request.js';

/** Groups of errors that count separately. */
const MOST_GROUPS = 50;
/** Calls over the limit that are looked at, newest first, so that a caller with millions of them costs no more. */
const MOST_LIMITED = 20_000;

const COLUMNS = fragment`${[
  ...['id', 'at', 'company_id', 'mode', 'key_id', 'method', 'route', 'status'],
  ...['code', 'ms', 'address', 'query', 'retry_after', 'replayed'],
].join(', ')}`;

/** Adds calls in one statement. It fails as a whole where a call has no partition. */
export async function insertRequests(db: Queryable, requests: readonly LoggedRequest[]): Promise<void> {
  const column = (pick: (request: LoggedRequest) => string | number | null) => literal(requests.map(pick));
  const plain = (pick: (request: LoggedRequest) => string | number | null) =>
    literal(requests.map(pick), { plain: true });
  await db`
    INSERT INTO api_requests (${COLUMNS})
    SELECT * FROM unnest(
      ${plain((request) => request.id)}::text[], ${plain((request) => request.at.toISOString())}::timestamptz[],
      ${plain((request) => request.companyId)}::text[], ${plain((request) => request.mode)}::text[], ${plain((request) => request.keyId)}::text[],
      ${column((request) => request.method)}::text[], ${column((request) => request.route)}::text[], ${plain((request) => request.status)}::smallint[],
      ${plain((request) => request.code)}::text[], ${plain((request) => request.ms)}::real[], ${column((request) => request.address)}::text[],
      ${column((request) => request.query)}::text[], ${plain((request) => request.retryAfter)}::smallint[],
      ${plain((request) => String(request.replayed))}::boolean[])`;
}

/** The conditions that an index serves: company, mode, time and code; a status from 400 up where the class says so. */
function indexed(db: Queryable, { companyId, mode, since, until, statusClass, code }: RequestFilter): Fragment {
  return db`company_id = ${companyId} AND mode = ${mode} AND at >= ${since}
    ${until ? db`AND at < ${until}` : db``} ${code === undefined ? db`` : db`AND code = ${code}`}
    ${statusClass !== undefined && statusClass >= 4 ? db`AND status >= 400` : db``}`;
}

/** Further conditions on the rows that an index found. */
function scanned(db: Queryable, { statusClass, route, keyId }: RequestFilter): Fragment {
  return db`${statusClass === undefined ? db`` : db`AND status >= ${statusClass * 100} AND status < ${(statusClass + 1) * 100}`}
    ${route === undefined ? db`` : db`AND route = ${route}`} ${keyId === undefined ? db`` : db`AND key_id = ${keyId}`}`;
}

/** Rows before a position, newest first. */
export function listRequestRows(
  db: Queryable,
  filter: RequestFilter,
  position: RequestPosition | null,
  limit: number,
): Promise<LoggedRequest[]> {
  const before = position ? db`AND at <= ${position.at} AND (at < ${position.at} OR id < ${position.id})` : db``;
  return db<LoggedRequest[]>`
    SELECT ${COLUMNS} FROM api_requests WHERE ${indexed(db, filter)} ${before} ${scanned(db, filter)}
    ORDER BY at DESC, id DESC LIMIT ${fragment`${limit}`}`;
}

/** When the row that many rows before the position arrived, from an index alone; null when there are fewer. */
export function findRowsBack(
  db: Queryable,
  filter: RequestFilter,
  position: RequestPosition | null,
  rows: number,
): Promise<Date | null> {
  return firstValue(db<{ at: Date }[]>`
    SELECT at FROM api_requests WHERE ${indexed(db, filter)} ${position ? db`AND at <= ${position.at}` : db``}
    ORDER BY at DESC OFFSET ${fragment`${rows}`} LIMIT 1`);
}

/** One call of a company, in either mode. @param companyId null: of any company, which reads a whole day. */
export function findRequestRow(
  db: Queryable,
  companyId: Id<'company'> | null,
  id: string,
  at: Date,
): Promise<LoggedRequest | null> {
  return firstRow(db<LoggedRequest[]>`
    SELECT ${COLUMNS} FROM api_requests
    WHERE ${companyId === null ? db`` : db`company_id = ${companyId} AND`} mode IN ('test', 'live') AND at = ${at} AND id = ${id}`);
}

/** Calls with a status from 400 up, grouped; the most frequent first, {@link MOST_GROUPS} at most. */
export function groupErrorRows(db: Queryable, filter: RequestFilter): Promise<ErrorGroup[]> {
  return db<ErrorGroup[]>`
    SELECT code, route, status, count(*) AS count, max(at) AS last_at FROM api_requests
    WHERE ${indexed(db, filter)} AND status >= 400 ${scanned(db, filter)}
    GROUP BY code, route, status ORDER BY count DESC, last_at DESC LIMIT ${fragment`${MOST_GROUPS}`}`;
}

/** The first answer that repeated an earlier answer to the same `Idempotency-Key`. */
export function findReplayRow(db: Queryable, companyId: Id<'company'>): Promise<Date | null> {
  return firstValue(db<{ at: Date }[]>`
    SELECT at FROM api_requests WHERE company_id = ${companyId} AND replayed ORDER BY at LIMIT 1`);
}

/**
 * When a key first kept to `Retry-After`: the first 429 of a row of them that was followed by nothing of that key until
 * its `Retry-After` was over, and then by a call. Calls that were under way (two seconds) do not count. A short wait
 * proves nothing: a client that calls every few seconds keeps to it by chance.
 */
export function findPatienceRow(db: Queryable, companyId: Id<'company'>): Promise<Date | null> {
  return firstValue(db<{ at: Date | null }[]>`
    WITH limited AS (
      SELECT mode, key_id, at, retry_after FROM api_requests
      WHERE company_id = ${companyId} AND mode IN ('test', 'live') AND code = 'rate_limited'
      ORDER BY at DESC LIMIT ${fragment`${MOST_LIMITED}`}
    ), firsts AS (
      SELECT *, lag(at) OVER (PARTITION BY mode, key_id ORDER BY at) AS before FROM limited
    )
    SELECT min(f.at) AS at FROM firsts f
    WHERE f.retry_after >= 5 AND (f.before IS NULL OR f.before < f.at - interval '2 minutes')
      AND NOT EXISTS (
        SELECT FROM api_requests r WHERE r.company_id = ${companyId} AND r.mode = f.mode AND r.key_id = f.key_id
          AND r.at > f.at + interval '2 seconds' AND r.at < f.at + make_interval(secs => f.retry_after - 0.5))
      AND EXISTS (
        SELECT FROM api_requests r WHERE r.company_id = ${companyId} AND r.mode = f.mode AND r.key_id = f.key_id
          AND r.at >= f.at + make_interval(secs => f.retry_after - 0.5) AND r.at < f.at + interval '1 hour')`);
}
