import { type BatchScope, RECEIVERS, takesChanges } from '../../changes/sql/changes.js';
import { ID_PREFIXES, type Id } from '../../core/ids.js';
import { coveredText, filledDocument } from '../../listings/sql/event-expressions.js';
import { flags } from '../../platform/database/arrays.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';
import { columnValues, countRows, firstRow } from '../../platform/database/rows.js';

/** Ids of the endpoints after `after`, in order of id, that any change of the batch may concern. */
export function pageEndpoints(
  db: Queryable,
  scope: BatchScope,
  page: { after: string; limit: number },
): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`
    SELECT id FROM delivery_endpoints
     WHERE status <> 'removed' AND mode = ANY (${scope.modes}) AND id > ${page.after}
       AND ((subscribes_events AND ${scope.hasEvents}) OR ((subscribes_earnings OR subscribes_orders OR subscribes_settlements) AND company_id = ANY (${scope.companies})))
     ORDER BY id LIMIT ${page.limit}`);
}

const FILLED = filledDocument('c.doc', { origin: 's.origin', ref: 't.ref' });

export interface WrittenFanOut {
  changeIds: readonly Id<'change'>[];
  endpointIds: readonly string[];
  heldSince: Date;
  now: Date;
  /** The endpoints among these whose deliveries are held. */
  disabledIds: readonly string[];
}

/**
 * Writes the deliveries of these changes to these webhooks, each with the bytes it will send; existing ones stay
 * unchanged. The documents never leave the database: `origin` and the partner's code are put in for their markers here.
 *
 * @returns how many it wrote.
 */
export function insertWebhookDeliveries(db: Queryable, batch: WrittenFanOut & { origin: string }): Promise<number> {
  // Ids begin with the time in milliseconds: rows that are written together lie together in the indexes.
  const prefix = `${ID_PREFIXES.delivery}${batch.now.getTime().toString(16).padStart(12, '0')}`;
  return countRows(db`
    INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, withdraws, content, state, next_attempt_at, finished_at, created_at)
    SELECT ${prefix} || right(translate(gen_random_uuid()::text, '-', ''), 20), c.id, c.seq, t.id, c.event_id, c.type = 'event.changed' AND NOT t.sees,
           convert_to(
             '{"id":' || to_json(c.id)::text || ',"type":' || to_json(c.type)::text
             || ',"created_at":"' || to_char(c.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","mode":' || to_json(c.mode)::text || ',"data":'
             || CASE WHEN c.type = 'earnings.changed' THEN '{"earning":' || c.earning || '}'
                     WHEN c.type = 'order.changed' THEN '{"order":' || c."order" || '}'
                     WHEN c.type = 'settlement.changed' THEN '{"settlement":' || c.settlement || '}'
                     WHEN t.sees THEN '{"event":' || ${FILLED} || '}'
                     ELSE '{"withdrawn":{"id":' || to_json(c.event_id)::text || ',"withdrawn_at":"'
                          || to_char(coalesce(c.withdrawn_at, c.created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}}'
                END || '}', 'UTF8'),
           CASE WHEN t.active THEN 'pending' ELSE 'held' END,
           CASE WHEN t.active THEN ${batch.now}::timestamptz END,
           CASE WHEN t.active THEN NULL ELSE ${batch.now}::timestamptz END, ${batch.now}
      FROM changes c
      CROSS JOIN (SELECT ${batch.origin}::text AS origin) s
      CROSS JOIN LATERAL (
        SELECT e.id, e.id <> ALL (${batch.disabledIds as string[]}) AS active, k.ref, v.sees ${audienceOf(db, batch.heldSince)}
           AND e.kind = 'webhook' AND e.id = ANY (${batch.endpointIds as string[]})
      ) t
     WHERE c.id = ANY (${batch.changeIds as string[]})
     ORDER BY c.seq
    ON CONFLICT (change_id, endpoint_id) DO NOTHING`);
}

/** A change of an earning that a postback is called for. */
export interface PostbackTarget {
  changeId: Id<'change'>;
  changeSeq: number;
  endpointId: string;
  template: string;
  active: boolean;
  earning: string;
}

/** The changes of earnings for these postbacks that have no delivery yet. */
export async function listPostbackTargets(db: Queryable, batch: WrittenFanOut): Promise<PostbackTarget[]> {
  return db<PostbackTarget[]>`
    SELECT c.id AS change_id, c.seq AS change_seq, t.id AS endpoint_id, t.url AS template, t.active, c.earning
      FROM changes c
      CROSS JOIN LATERAL (
        SELECT e.id, e.url, e.id <> ALL (${batch.disabledIds as string[]}) AS active ${audienceOf(db, batch.heldSince)}
           AND e.kind = 'postback' AND e.id = ANY (${batch.endpointIds as string[]})
      ) t
     WHERE c.id = ANY (${batch.changeIds as string[]}) AND c.type = 'earnings.changed'
       AND NOT EXISTS (SELECT FROM deliveries d WHERE d.change_id = c.id AND d.endpoint_id = t.id)
     ORDER BY c.seq`;
}

export interface NewPostbackDelivery extends PostbackTarget {
  id: string;
  url: string;
}

export function insertPostbackDeliveries(
  db: Queryable,
  deliveries: readonly NewPostbackDelivery[],
  now: Date,
): Promise<number> {
  return countRows(db`
    INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, next_attempt_at, finished_at, created_at)
    SELECT id, change_id, change_seq, endpoint_id, convert_to(url, 'UTF8'), CASE WHEN active THEN 'pending' ELSE 'held' END,
           CASE WHEN active THEN ${now}::timestamptz END, CASE WHEN active THEN NULL ELSE ${now}::timestamptz END, ${now}
      FROM unnest(
        ${deliveries.map((delivery) => delivery.id)}::text[], ${deliveries.map((delivery) => delivery.changeId)}::text[],
        ${deliveries.map((delivery) => delivery.changeSeq)}::bigint[], ${deliveries.map((delivery) => delivery.endpointId)}::text[],
        ${deliveries.map((delivery) => delivery.url)}::text[], ${flags(deliveries.map((delivery) => delivery.active))}::text[]::boolean[]
      ) AS u (id, change_id, change_seq, endpoint_id, url, active)
    ON CONFLICT (change_id, endpoint_id) DO NOTHING`);
}

/** Changes whose deliveries are not all written yet. */
export interface OpenFanOut {
  changeIds: string[];
  /** The last endpoint whose deliveries are written; empty: none. */
  after: string;
  written: number;
  createdAt: Date;
}

/** @returns its id. */
export async function insertFanOut(
  tx: Queryable,
  { changeIds, after, written, createdAt }: OpenFanOut,
): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    INSERT INTO fan_outs (change_ids, after, written, created_at)
    VALUES (${changeIds}, ${after}, ${written}, ${createdAt}) RETURNING id::text`;
  return row.id;
}

/** Locks a fan-out until the caller's transaction ends; null when it has ended. */
export function lockFanOut(tx: Queryable, id: string): Promise<OpenFanOut | null> {
  return firstRow(tx<OpenFanOut[]>`
    SELECT change_ids, after, written, created_at FROM fan_outs WHERE id = ${id} FOR UPDATE`);
}

export async function advanceFanOut(
  tx: Queryable,
  id: string,
  part: { after: string; written: number },
): Promise<void> {
  await tx`UPDATE fan_outs SET after = ${part.after}, written = written + ${part.written} WHERE id = ${id}`;
}

export async function deleteFanOut(tx: Queryable, id: string): Promise<void> {
  await tx`DELETE FROM fan_outs WHERE id = ${id}`;
}

/** SQL: whether the agreement `a`, if any, covers the event now or before; false if no company may see it. */
function coveredChange(when: 'now' | 'was'): TextFragment {
  const agreement = {
    countries: fragment`a.countries`,
    categories: fragment`a.categories`,
    payingOnly: fragment`a.paying_only`,
  };
  const scope = {
    country: fragment`c.${when}_country`,
    category: fragment`c.${when}_category`,
    paying: fragment`c.${when}_paying`,
  };
  return fragment`(c.${when}_paying IS NOT NULL AND ${coveredText(agreement, scope)})`;
}

/**
 * `FROM … WHERE …` over every endpoint `e` that receives a change `c`, with its key `k`. `v.sees`: it may show the
 * event now; false: it could show the event before. A disabled one is included if it was disabled after `heldSince`:
 * its deliveries are held.
 */
function audienceOf(db: Queryable, heldSince: Date): Fragment {
  return db`${RECEIVERS}
    CROSS JOIN LATERAL (
      SELECT c.company_id IS NULL AND ${coveredChange('now')} AS sees,
             c.company_id IS NOT NULL OR ${coveredChange('was')} AS saw
    ) v
    WHERE e.mode = c.mode AND ${takesChanges(db, heldSince)}
      AND (c.company_id IS NULL OR c.company_id = e.company_id) AND (c.key_id IS NULL OR c.key_id = e.key_id)
      AND CASE c.type WHEN 'event.changed' THEN e.subscribes_events AND (v.sees OR v.saw)
                      WHEN 'order.changed' THEN e.subscribes_orders
                      WHEN 'settlement.changed' THEN e.subscribes_settlements ELSE e.subscribes_earnings END`;
}
