import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type { CreateCompanyInput } from '../../../src/companies/create-company.js';
import type { Mode } from '../../../src/core/mode.js';
import { createLocalStorage } from '../../../src/platform/files/storage/local.js';
import type { RunningWorker } from '../../../worker/start-worker.js';
import { createTestApi, type TestApi } from '../api.js';
import { toolCall } from '../assistant.js';
import { createPartners, orderBody, type Partner, type Stock, stockUp } from '../data/partners.js';
import { temporaryFolder } from '../environment.js';
import { startBulkWorker } from '../temporal/bulk-worker.js';
import type { Credential } from './access-table.js';

export interface Request {
  method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  /** Below the base address, with its query. */
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}

/** The whole service with a partner who has everything, behind a proxy that names each visitor. */
export interface AccessSite extends TestApi {
  stock: Stock;
  /** The first of the partners. */
  partner: Partner;
  partners: Partner[];
  worker: RunningWorker;
  /** Makes a call as a visitor of its own, so that no address runs out. */
  send(base: string, request: Request, credential?: Credential): Promise<LightMyRequestResponse>;
}

export async function createAccessSite(
  companies: readonly CreateCompanyInput[] = [{ name: 'The partner' }],
): Promise<AccessSite> {
  const folder = temporaryFolder().path;
  const api = await createTestApi({
    context: {
      now: new Date().toISOString(),
      env: { TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: folder },
      replace: { files: createLocalStorage(join(folder, 'files')) },
    },
  });
  const stock = await stockUp(api);
  const partners = await createPartners(api, stock, companies);
  const [partner] = partners;
  if (!partner) throw new Error('no partner was made');
  const worker = await startBulkWorker(api.ctx);
  let visitors = 0;
  return {
    ...api,
    stock,
    partner,
    partners,
    worker,
    send(base, { method, url, headers, payload }, credential = { headers: {} }) {
      const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
      visitors++;
      return api.app.inject({
        method,
        url: base + withQuery(url, credential.query),
        headers: { 'x-forwarded-for': address, ...headers, ...credential.headers },
        payload,
      });
    },
    async close() {
      await worker.stop();
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

type Asked = Omit<Request, 'method'>;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const FEEDS = ['events.json', 'events.rss', 'events.xml', 'events.csv', 'events.ics'];

/**
 * A call of each endpoint that succeeds for its owner, by method and path of the contract; for endpoints that are not
 * here, the path is enough.
 */
const CALLS: Record<string, (site: AccessSite, mode: Mode) => Asked | Asked[]> = {
  'GET /events/{id}': ({ stock }, mode) => ({ url: `/events/${stock.eventId[mode]}` }),
  // By event, so that the file shows its mode.
  'GET /reports/earnings.csv': () => ({ url: '/reports/earnings.csv?by=event' }),
  'GET /reports/funnel.csv': () => ({ url: '/reports/funnel.csv?by=event' }),
  'GET /settlements/{id}/lines': ({ partner }) => ({ url: `/settlements/${partner.statementId}/lines` }),
  'GET /settlements/{id}.csv': ({ partner }) => ({ url: `/settlements/${partner.statementId}.csv` }),
  'GET /settlements/{id}.xlsx': ({ partner }) => ({ url: `/settlements/${partner.statementId}.xlsx` }),
  'GET /settlements/{id}.pdf': ({ partner }) => ({ url: `/settlements/${partner.statementId}.pdf` }),
  'GET /events/{id}/tickets': ({ stock }, mode) => ({ url: `/events/${stock.eventId[mode]}/tickets` }),
  'GET /tickets': ({ stock }, mode) => ({ url: `/tickets?event_ids=${stock.eventId[mode]}` }),
  'POST /orders': ({ stock }, mode) => ({
    url: '/orders',
    headers: { ...JSON_TYPE, 'idempotency-key': randomUUID() },
    payload: JSON.stringify(orderBody(stock, mode)),
  }),
  'GET /orders/{id}': ({ partner }, mode) => ({ url: `/orders/${partner.orderId[mode]}` }),
  'POST /orders/{id}/cancel': ({ partner }, mode) => ({ url: `/orders/${partner.cancelledOrderId[mode]}/cancel` }),
  // A file of changes, which has no clock of 15 minutes.
  'GET /bulk/{file}': ({ partner }) => ({
    url: `/bulk/${partner.subscriptionId}.ndjson.gz?changed_since=2026-01-01T00:00:00Z`,
  }),
  'GET /feeds/{file}': () => FEEDS.map((file) => ({ url: `/feeds/${file}` })),
  'POST /mcp': () => ({ url: '/mcp', headers: JSON_TYPE, payload: JSON.stringify(toolCall('find_events')) }),
  'POST /track': () => ({ url: '/track', headers: JSON_TYPE, payload: '{"type":"impression","shown":1}' }),
  'GET /demo/events/{id}': ({ stock }) => ({ url: `/demo/events/${stock.eventId.test}` }),
  'POST /oauth/token': () => ({ url: '/oauth/token', headers: FORM_TYPE, payload: 'grant_type=client_credentials' }),
  'POST /oauth/revoke': () => ({ url: '/oauth/revoke', headers: FORM_TYPE, payload: 'token=tt_at_unknown' }),
};

/** The calls that a row of an access table stands for; of a GET its HEAD is one. */
export function callsOf(site: AccessSite, { method, path }: { method: string; path: string }, mode: Mode): Request[] {
  const call = CALLS[`${method} ${path}`];
  if (!call && (method === 'POST' || path.includes('{'))) throw new Error(`Nobody knows how to call ${method} ${path}`);
  const asked = [call?.(site, mode) ?? { url: path }].flat();
  return method === 'POST'
    ? asked.map((request) => ({ method: 'POST' as const, ...request }))
    : asked.flatMap((request) => [
        { method: 'GET' as const, ...request },
        { method: 'HEAD' as const, ...request },
      ]);
}
