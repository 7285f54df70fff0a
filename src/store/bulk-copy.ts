import type { Readable } from 'node:stream';
import type { BulkScope } from '../domain/bulk.js';
import type { Transaction } from './database.js';

/** Which events a bulk file holds. */
export interface BulkQuestion {
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

/** Puts the question's values into settings; answers its conditions, without those on days. */
async function conditions(tx: Transaction, { test, scope, since }: BulkQuestion): Promise<string[]> {
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

/**
 * The stored documents, their marks not yet filled in, each on a line: the soonest first, or in the order of their
 * changes. CSV with control characters for its signs, which JSON never holds, leaves documents as they are.
 */
export async function* copyDocuments(tx: Transaction, question: BulkQuestion, limit: number): AsyncGenerator<Buffer> {
  const where = await conditions(tx, question);
  if (question.lastDay !== null) {
    await settle(tx, { last_day: question.lastDay });
    where.push(`l.date <= ${setting('last_day', 'date')}`);
  }
  const order = question.since === null ? 'l.sort_at' : 'l.updated_at';
  const rows: Readable = await tx
    .unsafe(
      `COPY (SELECT l.doc FROM event_listings l WHERE ${where.join(' AND ')} ORDER BY ${order}, l.event_id LIMIT ${limit})
       TO STDOUT (FORMAT csv, DELIMITER E'\\x1e', QUOTE E'\\x1f', ESCAPE E'\\x1f')`,
    )
    .readable();
  yield* rows;
  // The driver leaves its socket paused when the last rows came faster than they were read.
  rows._read(0);
}

/** Changed events that lie beyond the last day, oldest change first: whoever had them must take them down. */
export async function listBeyond(
  tx: Transaction,
  question: BulkQuestion & { lastDay: string },
  page: { after: { at: string; id: string } | null; limit: number },
): Promise<{ id: string; withdrawnAt: string }[]> {
  const where = await conditions(tx, question);
  await settle(tx, { last_day: question.lastDay });
  const after = page.after ?? { at: '-infinity', id: '' };
  return tx.unsafe<{ id: string; withdrawnAt: string }[]>(
    `SELECT l.event_id AS id, to_char(l.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "withdrawnAt"
       FROM event_listings l
      WHERE ${where.join(' AND ')} AND l.upcoming AND l.date > ${setting('last_day', 'date')}
        AND (l.updated_at, l.event_id) > ($1::text::timestamptz, $2)
      ORDER BY l.updated_at, l.event_id LIMIT ${page.limit}`,
    [after.at, after.id],
  );
}
