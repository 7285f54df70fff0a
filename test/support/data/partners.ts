import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { type CreatedKey, createKey } from '../../../src/access/create-key.js';
import { type CreatedClient, createClient } from '../../../src/access/oauth-clients.js';
import { authenticateClient, issueToken } from '../../../src/access/oauth-tokens.js';
import { addSubscription } from '../../../src/bulk/subscriptions.js';
import { type CreateCompanyInput, createCompany } from '../../../src/companies/create-company.js';
import type { Mode } from '../../../src/core/mode.js';
import { CAPABILITIES, type Scope } from '../../../src/core/viewer.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { bearer, type TestApi } from '../api.js';
import { addSale, addTicketType } from './build.js';
import { addEvents } from './listings.js';
import { closeMonth, seedLine, statementsOf } from './settle.js';

/** One event of each mode whose tickets are on sale, and two more so that lists have pages. */
export interface Stock {
  eventId: Record<Mode, string>;
  ticketTypeId: Record<Mode, string>;
}

/** A company with a key of each kind and at least one object of everything that has an id. */
export interface Partner {
  companyId: string;
  keys: { server: CreatedKey; test: CreatedKey; website: CreatedKey };
  orderId: Record<Mode, string>;
  /** Cancelling it again answers 200. */
  cancelledOrderId: Record<Mode, string>;
  saleId: Record<Mode, string>;
  subscriptionId: string;
  /** Issued last month, with several lines; live by nature. */
  statementId: string;
}

export const MODES: readonly Mode[] = ['live', 'test'];
/** A limit that no test reaches. */
const PLENTY = 1_000_000;

export async function stockUp({ ctx }: TestApi): Promise<Stock> {
  const [live, test] = await addEvents(ctx, [
    { name: 'Real concert' },
    { id: 'evt_test_concert', test: true, name: 'TEST EVENT — NO REAL MONEY concert' },
    { name: 'Second real concert' },
    { id: 'evt_test_second', test: true, name: 'TEST EVENT — NO REAL MONEY second' },
  ]);
  const eventId = { live: live?.id ?? '', test: test?.id ?? '' };
  const typeOf = (mode: Mode) => addTicketType(ctx, eventId[mode], { capacity: 100_000 });
  return { eventId, ticketTypeId: { live: await typeOf('live'), test: await typeOf('test') } };
}

/** Keys that no limit stops, for tests that call thousands of times. */
export function newKey({ ctx }: TestApi, companyId: string, kind: CreatedKey['kind'], capabilities: string[] = []) {
  const unlimited = { rateLimit: PLENTY, ...(kind === 'website' && { siteRateLimit: PLENTY }) };
  const domains = kind === 'website' ? ['shop.example', '*.shop.example'] : [];
  return createKey(ctx, { companyId, kind, capabilities, domains, ...unlimited });
}

/** An access token of a new client that stands on this key, by default with all the scopes that it can have. */
export async function newToken(
  { ctx }: TestApi,
  on: { companyId: string; keyId: string; scopes?: readonly Scope[] },
): Promise<{ key: string; client: CreatedClient }> {
  const client = await createClient(ctx, { ...on, rateLimit: PLENTY });
  const known = await authenticateClient(ctx, client);
  return { key: (await issueToken(ctx, { client: known, scope: undefined })).accessToken, client };
}

export function orderBody(stock: Stock, mode: Mode, fields: Record<string, unknown> = {}) {
  return {
    event_id: stock.eventId[mode],
    ticket_type_id: stock.ticketTypeId[mode],
    buyer_email: 'ada@example.org',
    buyer_name: 'Ada Lovelace',
    ...fields,
  };
}

async function post(api: TestApi, key: CreatedKey, path: string, body?: unknown): Promise<string> {
  const headers = bearer(key, { 'idempotency-key': randomUUID(), 'content-type': 'application/json' });
  const payload = JSON.stringify(body ?? {});
  const answer = await api.app.inject({ method: 'POST', url: `/v1${path}`, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.body}`);
  return answer.json<{ id: string }>().id;
}

/** The month before the one the clock shows. */
function lastMonth({ ctx }: TestApi): string {
  return DateTime.fromJSDate(ctx.clock.now(), { zone: 'utc' }).minus({ months: 1 }).toFormat('yyyy-MM');
}

/** Makes companies with all that a partner can have, and closes the month for them together. */
export async function createPartners(
  api: TestApi,
  stock: Stock,
  companies: readonly CreateCompanyInput[],
): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (const company of companies) partners.push(await furnish(api, stock, company));
  await closeMonth(api.ctx, lastMonth(api));
  for (const partner of partners) {
    partner.statementId = (await statementsOf(api.ctx, partner.companyId))[0]?.id ?? '';
  }
  return partners;
}

async function furnish(api: TestApi, stock: Stock, company: CreateCompanyInput): Promise<Partner> {
  const { ctx } = api;
  const { id: companyId } = await createCompany(ctx, company);
  const keys = {
    server: await newKey(api, companyId, 'server', [...CAPABILITIES]),
    test: await newKey(api, companyId, 'test'),
    website: await newKey(api, companyId, 'website'),
  };
  const keyOf = (mode: Mode) => (mode === 'live' ? keys.server : keys.test);
  const order = (mode: Mode) => post(api, keyOf(mode), '/orders', orderBody(stock, mode));
  const cancelled = async (mode: Mode) => post(api, keyOf(mode), `/orders/${await order(mode)}/cancel`);
  const sale = async (mode: Mode) => {
    const { id: keyId, kind } = keyOf(mode);
    const event = { eventId: stock.eventId[mode], ticketTypeId: stock.ticketTypeId[mode] };
    const made = () => addSale(ctx, { companyId, keyId, ref: '', kind }, event);
    await made();
    return (await made()).saleId;
  };
  const partner = {
    companyId,
    keys,
    orderId: { live: await order('live'), test: await order('test') },
    cancelledOrderId: { live: await cancelled('live'), test: await cancelled('test') },
    saleId: { live: await sale('live'), test: await sale('test') },
    subscriptionId: (await addSubscription(ctx, { company: companyId })).id,
    statementId: '',
  };
  await setTerms(ctx, { company: companyId, method: 'bank_transfer', netDays: 10, minimum: 50, reference: null });
  const payee = { companyId, keyId: keys.server.id, ref: '', kind: 'server' as const };
  for (const amount of [9_000, 1_234, 5_678]) await seedLine(ctx, payee, amount, `${lastMonth(api)}-10T00:00:00Z`);
  return partner;
}
