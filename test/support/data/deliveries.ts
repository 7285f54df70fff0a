import { newId } from '../../../src/core/ids.js';
import type { Mode } from '../../../src/core/mode.js';
import type { Outcome } from '../../../src/core/outcomes.js';
import type { DeliveryState } from '../../../src/deliveries/rules/delivery.js';
import type { Context } from '../../../src/platform/context/context.js';
import { recordset } from '../../../src/platform/database/recordset.js';

/** A delivery of a change of its own. Without more it is pending, due now, before its first attempt. */
export interface NewDelivery {
  endpointId: string;
  /** Without it: `dlv_` and the change's `seq`. */
  id?: string;
  /** The changed event. Without it: a change of earnings. */
  eventId?: string;
  mode?: Mode;
  withdraws?: boolean;
  content?: Buffer;
  state?: DeliveryState;
  /** The number of ended attempts. Without it: none if the delivery is pending, else one. */
  attempt?: number;
  lastOutcome?: Outcome;
  createdAt?: Date;
  nextAttemptAt?: Date;
  finishedAt?: Date;
}

type Site = Pick<Context, 'sql' | 'clock'>;

/** A webhook that receives events and earnings. Its address need not exist, and its secret cannot be opened. */
export interface NewWebhook {
  id?: string;
  mode?: Mode;
  url?: string;
  subscribesEarnings?: boolean;
  createdAt?: Date;
}

/** Writes webhooks of a key. Returns their ids. */
export async function addWebhookRows(
  { sql, clock }: Site,
  { companyId, keyId }: { companyId: string; keyId: string },
  webhooks: readonly NewWebhook[],
): Promise<string[]> {
  const rows = webhooks.map((webhook) => ({
    id: webhook.id ?? newId('webhookEndpoint'),
    kind: 'webhook',
    company_id: companyId,
    key_id: keyId,
    mode: webhook.mode ?? 'live',
    subscribes_events: true,
    subscribes_earnings: webhook.subscribesEarnings ?? true,
    url: webhook.url ?? 'https://partner.example/hook',
    secret: Buffer.from('none'),
    created_at: webhook.createdAt ?? clock.now(),
  }));
  await sql`INSERT INTO delivery_endpoints ${sql(rows)}`;
  return rows.map(({ id }) => id);
}

/** Writes deliveries in the order of their changes. Returns their ids. */
export async function addDeliveries({ sql, clock }: Site, deliveries: readonly NewDelivery[]): Promise<string[]> {
  const rows = deliveries.map((delivery) => withDefaults(delivery, clock.now()));
  const changes = await sql<{ id: string; seq: number }[]>`
    INSERT INTO changes (id, type, mode, what, event_id, earning, company_id, created_at, fanned_out_at)
    SELECT 'chg_' || gen_random_uuid(), CASE WHEN event_id IS NULL THEN 'earnings.changed' ELSE 'event.changed' END, r.mode, 'changed',
           event_id, CASE WHEN event_id IS NULL THEN '{}' END, CASE WHEN event_id IS NULL THEN e.company_id END, r.created_at, r.created_at
      FROM json_to_recordset(${recordset(rows)}::text::json)
           AS r (endpoint_id text, event_id text, mode text, created_at timestamptz) JOIN delivery_endpoints e ON e.id = endpoint_id
    RETURNING id, seq`;
  const ofChanges = rows.map((row, index) => {
    const change = changes[index];
    return { ...row, id: row.id ?? `dlv_${change?.seq}`, changeId: change?.id, changeSeq: change?.seq, run: 1 };
  });
  await sql`
    INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, withdraws, content, state, attempt, last_outcome, next_attempt_at, created_at, finished_at)
    SELECT id, change_id, change_seq, endpoint_id, event_id, withdraws, content, state, attempt, last_outcome, next_attempt_at, created_at, finished_at
      FROM json_populate_recordset(NULL::deliveries, ${recordset(ofChanges)}::text::json)`;
  return ofChanges.map(({ id }) => id);
}

export async function addDelivery(site: Site, delivery: NewDelivery): Promise<string> {
  const [id = ''] = await addDeliveries(site, [delivery]);
  return id;
}

/** Writes an ended attempt. Its delivery is not changed. */
export async function addAttempt(
  { sql, clock }: Site,
  attempt: {
    deliveryId: string;
    run?: number;
    outcome?: Outcome;
    statusCode?: number;
    durationMs?: number;
    answer?: string;
    at?: Date;
  },
): Promise<void> {
  const { deliveryId, run = 1, outcome = 'ok', statusCode = null, durationMs = 10, answer, at = clock.now() } = attempt;
  await sql`
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms, answer)
    VALUES (${deliveryId}, ${run}, 1, ${at}, ${at}, ${outcome}, ${statusCode}, ${durationMs}, ${answer === undefined ? null : Buffer.from(answer)})`;
}

function withDefaults(delivery: NewDelivery, now: Date) {
  const { state = 'pending', createdAt = now } = delivery;
  const isPending = state === 'pending';
  const attempt = delivery.attempt ?? (isPending ? 0 : 1);
  return {
    mode: 'live',
    withdraws: false,
    content: Buffer.from('{}'),
    lastOutcome: attempt === 0 ? null : state === 'delivered' ? 'ok' : 'http_5xx',
    nextAttemptAt: isPending ? createdAt : null,
    finishedAt: isPending ? null : createdAt,
    ...delivery,
    state,
    attempt,
    createdAt,
  };
}
