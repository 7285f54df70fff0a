import { givenFilters } from '../core/cursor.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { noSuch } from '../core/problems.js';
import { DAY, HOUR } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import {
  type ErrorGroup,
  KEPT_DAYS,
  type LoggedRequest,
  type RequestFilter,
  type RequestPage,
  type RequestPosition,
} from './rules/logged-request.js';
import { instantOfRequest } from './rules/request-id.js';
import { findRequestRow, findRowsBack, groupErrorRows, listRequestRows } from './sql/requests.js';

/** How far back a list goes. */
export const SPANS = { '1h': HOUR, '24h': DAY, '7d': KEPT_DAYS * DAY } as const;
export type Span = keyof typeof SPANS;

export interface RequestListInput {
  companyId: Id<'company'>;
  mode: Mode;
  span: Span;
  statusClass?: number;
  code?: string;
  route?: string;
  keyId?: Id<'key'>;
}

function parseFilter(ctx: Context, { span, ...filter }: RequestListInput): RequestFilter {
  return { ...filter, since: new Date(ctx.clock.now().getTime() - SPANS[span]) };
}

/**
 * A page of the calls that a company made with its keys, newest first. Rare calls among many are looked for in steps: a page may be
 * short and still have a next one.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function listRequests(
  ctx: Context,
  input: RequestListInput & { cursor?: string; limit: number },
): Promise<{ requests: LoggedRequest[]; next: string | null }> {
  const { cursor, limit, ...list } = input;
  const { companyId, mode, ...given } = list;
  const scope = { surface: 'requests', mode, companyId };
  const filters = givenFilters(given);
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, filters);
  const position = opened && { at: new Date(opened.position.at), id: opened.position.id };
  const { requests, next } = await pageOfRequests(ctx.sql, parseFilter(ctx, list), position, limit);
  return { requests, next: next && ctx.cursors.seal(scope, { at: next.at.toISOString(), id: next.id }, filters) };
}

/** Rows that one page looks through for what no index finds: some tens of milliseconds. */
const SCANNED = 100_000;

/** @param limit 1 to 100. */
export async function pageOfRequests(
  sql: Sql,
  filter: RequestFilter,
  position: RequestPosition | null,
  limit: number,
): Promise<RequestPage> {
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

/** The calls that failed, by problem code and operation; the most frequent first. */
export function listErrors(ctx: Context, input: RequestListInput): Promise<ErrorGroup[]> {
  return groupErrorRows(ctx.sql, parseFilter(ctx, input));
}

/** Its id contains its time. @throws {ProblemError} `invalid_request` for a call not made by the company in seven days. */
export async function getRequest(
  ctx: Context,
  { companyId, requestId }: { companyId: Id<'company'>; requestId: string },
): Promise<LoggedRequest> {
  const at = instantOfRequest(requestId);
  const oldest = ctx.clock.now().getTime() - SPANS['7d'];
  const found = at && at.getTime() >= oldest ? await findRequestRow(ctx.sql, companyId, requestId, at) : null;
  if (!found) throw noSuch('request', requestId);
  return found;
}

/** The same for operators, for any caller; null if it is not in the log: older, without a key, or never made. */
export async function findAnyRequest(ctx: Context, requestId: string): Promise<LoggedRequest | null> {
  const at = instantOfRequest(requestId);
  return at && findRequestRow(ctx.sql, null, requestId, at);
}
