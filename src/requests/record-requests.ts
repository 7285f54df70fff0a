import { isIPv4 } from 'node:net';
import postgres from 'postgres';
import { groupBy } from '../core/group-by.js';
import { significantPart } from '../core/ip-allowlist.js';
import { containsCredential } from '../core/key-format.js';
import { DAY, SECOND } from '../core/time.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import { redactText } from '../platform/logs/logger.js';
import { type WriteBehind, writeBehind } from '../platform/process/write-behind.js';
import type { LoggedRequest } from './rules/logged-request.js';
import { instantOfRequest } from './rules/request-id.js';
import { insertRequests } from './sql/requests.js';

interface AnsweredCall
  extends Pick<LoggedRequest, 'id' | 'method' | 'route' | 'status' | 'code' | 'ms' | 'retryAfter' | 'replayed'> {
  caller: Caller;
  /** What stood behind the `?`. */
  query: string;
  /** The parameters that the operation declares. */
  declared: ReadonlySet<string>;
  address: string | undefined;
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
        const dropped = await writeRequests(ctx.sql, batch.map(toLogged));
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

/** No partition for a row. */
const CHECK_VIOLATION = '23514';

/** @returns how many had no place, because their day was not prepared or is over. */
export async function writeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<number> {
  let dropped = 0;
  // In UTC, as partitions are. A batch is of one day but at midnight.
  for (const calls of groupBy(requests, ({ at }) => Math.floor(at.getTime() / DAY)).values()) {
    try {
      await insertRequests(sql, calls);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError && error.code === CHECK_VIOLATION)) throw error;
      dropped += calls.length;
    }
  }
  return dropped;
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

/** Parameters whose values are not stored: credentials, our own cursors, and where a visitor is. */
const NAMES_ONLY: ReadonlySet<string> = new Set(['key', 'cursor', 'lat', 'lng', 'near', 'view']);
const LONGEST_VALUE = 60;
const LONGEST = 500;

/** Most values. They are too short to hold a credential, and hold nothing that an address or an escape needs. */
const HARMLESS = /^[\w.,: -]{0,20}$/;

/** Values of refused calls were not checked: only short words, numbers and instants are kept, no misplaced secrets. */
const SHORT = /^(?:[\w.,: -]{0,12}|[\d.,:TZ+-]{0,30})$/;

/**
 * A query as the request log keeps it: the parameters that the operation declares, with what looks like a key or an
 * e-mail address taken out. Other parameters are not stored, not even their names.
 *
 * @param accepted the call was not refused.
 */
function loggedQuery(text: string, declared: ReadonlySet<string>, accepted: boolean): string | null {
  let shown = '';
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    if (!declared.has(name)) continue;
    const value = NAMES_ONLY.has(name) ? '…' : loggedValue(equals === -1 ? '' : part.slice(equals + 1), accepted);
    shown += shown === '' ? `${name}=${value}` : `&${name}=${value}`;
  }
  return shown === '' ? null : shown.slice(0, LONGEST);
}

function loggedValue(escaped: string, accepted: boolean): string {
  if (!accepted && !SHORT.test(escaped)) return '…';
  if (HARMLESS.test(escaped)) return escaped;
  const value = new URLSearchParams(`v=${escaped}`).get('v') ?? '';
  if (containsCredential(value)) return '…';
  return redactText(value)
    .slice(0, LONGEST_VALUE)
    .replaceAll(/\p{Control}/gu, ' ');
}

/** A caller's address; of a visitor, whose browser calls with a website key, the network only. */
function loggedCaller(address: string | undefined, isVisitor: boolean): string | null {
  if (address === undefined) return null;
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (!isVisitor) return plain;
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  return `${significantPart(plain).split(':').slice(0, 3).join(':')}::/48`;
}
