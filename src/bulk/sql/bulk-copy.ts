import type { Readable } from 'node:stream';
import type { WithdrawalRow } from '../../listings/sql/withdrawals.js';
import type { Transaction } from '../../platform/database/database.js';
import type { BulkScope } from '../rules/bulk.js';

export interface BulkQuery {
  /** Samples, or real events. */
  test: boolean;
  scope: BulkScope;
  /** Only events changed after this instant, ended and cancelled ones too; null: all upcoming events. */
  since: string | null;
  /** The last day that counts, `YYYY-MM-DD`; null: no last day. */
  lastDay: string | null;
}

/** COPY takes no parameters, so its values wait in settings of the transaction and are no part of its text. */
async function settle(tx: Transaction, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await tx`SELECT set_config(${`bulk.${name}`}, ${value}, true)`;
}

const setting = (name: string, type: string) => `current_setting('bulk.${name}')::${type}`;
const inList = (name: string) => `ANY (ARRAY(SELECT jsonb_array_elements_text(${setting(name, 'jsonb')})))`;

/** Puts the query's values into settings; returns its conditions, without those on days. */
async function conditions(tx: Transaction, { test, scope, since }: BulkQuery): Promise<string[]> {
  const { countries, categories, payingOnly } = scope;
  await settle(tx, {
    countries: JSON.stringify(countries ?? []),
    categories: JSON.stringify(categories ?? []),
    since: since ?? '',
  });
  return [
    test ? 'l.test' : 'NOT l.test',
    since === null ? 'l.upcoming' : `l.updated_at > ${setting('since', 'timestamptz')}`,
    ...(countries ? [`l.country = ${inList('countries')}`] : []),
    ...(categories ? [`l.category = ${inList('categories')}`] : []),
    ...(payingOnly ? ['l.earns IS NOT NULL'] : []),
  ];
}

/** The stored documents, their marks not yet filled in: the soonest first, or in the order of their changes. */
export async function* copyDocuments(tx: Transaction, query: BulkQuery, limit: number): AsyncGenerator<Buffer[]> {
  const where = await conditions(tx, query);
  if (query.lastDay !== null) {
    await settle(tx, { last_day: query.lastDay });
    where.push(`l.date <= ${setting('last_day', 'date')}`);
  }
  const order = query.since === null ? 'l.sort_at' : 'l.updated_at';
  const copied: Readable = await tx
    .unsafe(
      `COPY (SELECT l.doc FROM event_listings l WHERE ${where.join(' AND ')} ORDER BY ${order}, l.event_id LIMIT ${limit})
       TO STDOUT (FORMAT binary)`,
    )
    .readable();
  yield* valuesOf(copied);
  // The driver leaves its socket paused when the last rows came faster than they were read.
  copied._read(0);
}

/** A signature of 11 bytes, flags of 4, then the length of the extension. */
const COPY_HEADER = 19;

/**
 * The values of a binary COPY of one column, which the server neither searches nor escapes: after a header, the number of
 * columns in 2 bytes, the value's length in 4, and the value; the number -1 ends it.
 */
export async function* valuesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!begun) {
      if (bytes.length >= COPY_HEADER) at = COPY_HEADER + bytes.readInt32BE(COPY_HEADER - 4);
      begun = at > 0 && at <= bytes.length;
      if (!begun) at = 0;
    }
    const values: Buffer[] = [];
    while (begun && at + 6 <= bytes.length) {
      const end = at + 6 + bytes.readInt32BE(at + 2);
      if (end > bytes.length) break;
      values.push(bytes.subarray(at + 6, end));
      at = end;
    }
    rest = bytes.subarray(at);
    if (values.length > 0) yield values;
  }
}

/** Changed events that lie beyond the last day, oldest change first: readers that have them must take them down. */
export async function listBeyond(
  tx: Transaction,
  query: BulkQuery & { lastDay: string },
  page: { after: { at: string; id: string } | null; limit: number },
): Promise<WithdrawalRow[]> {
  const where = await conditions(tx, query);
  await settle(tx, { last_day: query.lastDay });
  const after = page.after ?? { at: '-infinity', id: '' };
  return tx.unsafe<WithdrawalRow[]>(
    `SELECT l.event_id AS id, to_char(l.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS withdrawn_at
       FROM event_listings l
      WHERE ${where.join(' AND ')} AND l.upcoming AND l.date > ${setting('last_day', 'date')}
        AND (l.updated_at, l.event_id) > ($1::text::timestamptz, $2)
      ORDER BY l.updated_at, l.event_id LIMIT ${page.limit}`,
    [after.at, after.id],
  );
}
