import { randomUUID } from 'node:crypto';
import type { CreatedKey } from '../../../src/access/create-key.js';
import type { Order, TicketType } from '../../../src/orders/wire.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addEvent, addTicketType } from '../../support/data/build.js';

export interface OrdersApi extends TestApi {
  /** A server key with the capability. */
  seller: CreatedKey;
  eventId: string;
  ticketTypeId: string;
  sampleId: string;
  sampleTicketTypeId: string;
}

/** The API with one live and one sample event whose tickets are on sale. */
export async function createOrdersApi(options: { env?: Record<string, string>; capacity?: number } = {}) {
  const { env = {}, capacity = 100 } = options;
  const api = await createTestApi({ context: { env } });
  const seller = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  const eventId = await addEvent(api.ctx, {});
  const sampleId = await addEvent(api.ctx, { id: 'evt_test_concert', test: true });
  const shop: OrdersApi = {
    ...api,
    seller,
    eventId,
    ticketTypeId: await addTicketType(api.ctx, eventId, { capacity }),
    sampleId,
    sampleTicketTypeId: await addTicketType(api.ctx, sampleId, { capacity }),
  };
  return shop;
}

export function newOrder(api: OrdersApi, fields: Record<string, unknown> = {}) {
  return {
    event_id: api.eventId,
    ticket_type_id: api.ticketTypeId,
    quantity: 2,
    buyer_email: 'lovelace@example.org',
    buyer_name: 'Ada Lovelace',
    ...fields,
  };
}

export function sampleOrder(api: OrdersApi, fields: Record<string, unknown> = {}) {
  return newOrder(api, { event_id: api.sampleId, ticket_type_id: api.sampleTicketTypeId, ...fields });
}

interface PostOptions {
  key?: CreatedKey;
  idempotencyKey?: string;
  base?: string;
}

export async function postOrder(api: OrdersApi, body: unknown, options: PostOptions = {}) {
  const { key = api.seller, idempotencyKey = randomUUID(), base = '/v1' } = options;
  return api.app.inject({
    method: 'POST',
    url: `${base}/orders`,
    headers: bearer(key, { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' }),
    payload: JSON.stringify(body),
  });
}

export async function madeOrder(api: OrdersApi, key?: CreatedKey): Promise<Order> {
  const answer = await postOrder(api, key?.kind === 'test' ? sampleOrder(api) : newOrder(api), { key });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Order>();
}

export type TicketList = { object: string; mode: string; event_id: string; ticket_types: TicketType[] };
