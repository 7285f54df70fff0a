import type { ChangeType } from '../core/change-type.js';
import { givenFilters } from '../core/cursor.js';
import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { knownEndpoint } from './known-endpoint.js';
import type { WireState } from './rules/delivery.js';
import { maskAnswer } from './rules/mask-answer.js';
import { type DeliveryRef, type OwnedDelivery, type OwnedEndpoint, toRef } from './rules/ref.js';
import { USER_AGENT } from './send-signed.js';
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveryRows,
  selectDeliveryLag,
} from './sql/deliveries.js';
import { findContent, pageOfDeliveries } from './sql/delivery-log.js';

export type Attempt = Omit<AttemptRow, 'answer'> & {
  /** The beginning of the receiver's response. */
  answer: string | null;
};

/** Newest first. @param input.limit 1 to 1000. @throws {ProblemError} `invalid_request` for an unknown endpoint. */
export async function listDeliveries(
  ctx: Context,
  input: { endpointId: string; states?: readonly WireState[]; limit: number },
): Promise<DeliveryRow[]> {
  await knownEndpoint(ctx.sql, input.endpointId);
  return listDeliveryRows(ctx.sql, input.endpointId, { states: input.states ?? null, limit: input.limit });
}

/** One delivery with every attempt of it, oldest first. @throws {ProblemError} `invalid_request` for an unknown delivery. */
export async function getDelivery(ctx: Context, named: DeliveryRef): Promise<DeliveryRow & { attempts: Attempt[] }> {
  const delivery = await findDelivery(ctx.sql, named);
  if (!delivery) throw noSuch('delivery', toRef(named).id);
  const attempts = (await listAttempts(ctx.sql, delivery.id)).map((attempt) => ({
    ...attempt,
    answer: attempt.answer && maskAnswer(attempt.answer),
  }));
  return { ...delivery, attempts };
}

export interface DeliveryPageInput extends OwnedEndpoint {
  state?: WireState;
  type?: ChangeType;
  eventId?: Id<'event'>;
  /** Instants: written at or after, and before. */
  since?: string;
  until?: string;
  cursor?: string;
  /** 1 to 100. */
  limit: number;
}

/** Newest change first. @throws {ProblemError} `invalid_request` for another company's endpoint, `invalid_cursor`. */
export async function pageDeliveries(
  ctx: Context,
  input: DeliveryPageInput,
): Promise<{ deliveries: DeliveryRow[]; next: string | null }> {
  const { companyId, endpointId, limit, cursor } = input;
  const { mode } = await knownEndpoint(ctx.sql, input);
  const scope = { surface: `deliveries ${endpointId}`, mode, companyId };
  const { state, type, since, until } = input;
  const given = givenFilters({ state, type, event_id: input.eventId, since, until });
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const filters = opened?.filters ?? given;
  const text = (name: string) => (filters[name] === undefined ? null : String(filters[name]));
  const instant = (name: string) => (filters[name] === undefined ? null : new Date(String(filters[name])));
  const rows = await pageOfDeliveries(ctx.sql, input, {
    state: text('state') as WireState | null,
    type: text('type') as ChangeType | null,
    eventId: text('event_id'),
    since: instant('since'),
    until: instant('until'),
    beforeSeq: opened?.position.at ?? null,
    limit: limit + 1,
  });
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters, at: ({ changeSeq }) => changeSeq });
  return { deliveries: page, next };
}

/** Seconds that first attempts are late, for the status page; without failing and slow endpoints, which delay no other. */
export async function readDeliveryLag(ctx: Context): Promise<number> {
  return Math.max(0, await selectDeliveryLag(ctx.sql, ctx.clock.now()));
}

export interface RequestDetail {
  method: string;
  url: string;
  /** As the last attempt had them; the signature and the endpoint's own header are masked. */
  headers: Record<string, string>;
  body: string;
}

const MASK = '••••••••';

/** A request as its receiver sees it. @throws {ProblemError} `invalid_request` for another company's, or a removed endpoint. */
export async function showRequest(ctx: Context, owned: OwnedDelivery): Promise<RequestDetail> {
  const { companyId } = owned;
  const { id, endpointId, type, createdAt, attempts } = await getDelivery(ctx, owned);
  const [endpoint, content] = await Promise.all([
    knownEndpoint(ctx.sql, { companyId, endpointId }),
    findContent(ctx.sql, owned),
  ]);
  // Deleted since it was read above.
  if (content === null) throw noSuch('delivery', owned.deliveryId);
  const own = endpoint.headerName === null ? {} : { [endpoint.headerName]: MASK };
  const headers = { ...own, 'User-Agent': USER_AGENT, 'Service-Delivery-Id': id };
  if (endpoint.kind === 'postback') return { method: 'GET', url: content.toString(), headers, body: '' };
  const timestamp = String(Math.floor((attempts.at(-1)?.startedAt ?? createdAt).getTime() / 1_000));
  return {
    method: 'POST',
    url: endpoint.url,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Service-Event': type,
      'Service-Timestamp': timestamp,
      'Service-Signature': `t=${timestamp},v1=${MASK}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${MASK}`,
    },
    body: content.toString(),
  };
}
