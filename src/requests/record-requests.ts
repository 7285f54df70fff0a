import { SECOND } from '../core/time.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type WriteBehind, writeBehind } from '../platform/process/write-behind.js';
import { loggedCaller, loggedQuery } from './logged-call.js';
import type { LoggedRequest } from './rules/logged-request.js';
import { instantOfRequest } from './rules/request-id.js';

interface AnsweredCall {
  id: string;
  caller: Caller;
  method: string;
  route: string;
  /** What stood behind the `?`. */
  query: string;
  /** The parameters that the operation declares. */
  declared: ReadonlySet<string>;
  address: string | undefined;
  status: number;
  code: string | null;
  ms: number;
  retryAfter: number | null;
  replayed: boolean;
}

export interface RequestRecorder extends WriteBehind {
  /** Notes a call in memory: no call waits for it. */
  record(call: AnsweredCall): void;
}

/** How long a call stays in memory. A crash loses at most this much. */
const FLUSH_MS = SECOND;
/** Written at once, so that no batch keeps the process busy for long. */
const BATCH = 1_000;
/** While the database is slow; the calls beyond are not logged. */
const MOST_WAITING = 10_000;

/** The count of calls that were not logged, by the reason. */
export const UNLOGGED = 'requests unlogged';

/** Notes the calls of a process, and writes them in batches off their path. A log that cannot be written delays no call. */
export function createRequestRecorder(ctx: Context): RequestRecorder {
  let waiting: AnsweredCall[] = [];

  function drop(count: number, why: 'full' | 'failed' | 'no partition', err?: unknown): void {
    ctx.counts.add(UNLOGGED, why, count);
    const facts = { event: 'requests_unlogged', why, count, ...(err !== undefined && { err }) };
    ctx.foldedLog.log('warn', `requests ${why}`, facts, 'calls are missing in the request log');
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        const dropped = await ctx.requests.write(batch.map(toLogged));
        if (dropped > 0) drop(dropped, 'no partition');
      } catch (err) {
        drop(batch.length, 'failed', err);
      }
    }
  }

  const behind = writeBehind(write, FLUSH_MS);
  return {
    record(call) {
      if (waiting.length >= MOST_WAITING) return drop(1, 'full');
      waiting.push(call);
      if (waiting.length >= BATCH) void behind.flush();
    },
    ...behind,
  };
}

function toLogged(call: AnsweredCall): LoggedRequest {
  const { id, caller, method, route, query, declared, address, status, code, ms, retryAfter, replayed } = call;
  return {
    id,
    at: instantOfRequest(id) ?? new Date(0),
    companyId: caller.companyId,
    mode: caller.mode,
    keyId: caller.keyId,
    method,
    route,
    status,
    code,
    ms,
    address: loggedCaller(address, caller.kind === 'website'),
    query: query === '' ? null : loggedQuery(query, declared, status < 400),
    retryAfter,
    replayed,
  };
}
