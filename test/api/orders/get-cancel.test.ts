import type { CreatedKey } from '../../../src/access/create-key.js';
import { createKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { payOrder } from '../../../src/orders/pay-order.js';
import { bearer } from '../../support/api.js';
import { stockOf } from '../../support/data/stock.js';
import { createOrdersApi, madeOrder, type OrdersApi } from './tools.js';

let api: OrdersApi;
let stranger: CreatedKey;

beforeAll(async () => {
  api = await createOrdersApi();
  const company = await createCompany(api.ctx, { name: 'Somebody Else' });
  stranger = await createKey(api.ctx, {
    companyId: company.id,
    kind: 'server',
    capabilities: ['EMBEDDED_CHECKOUT'],
  });
});
afterAll(() => api.close());

const read = (id: string, key: CreatedKey = api.seller, headers = {}) =>
  api.app.inject({ url: `/v1/orders/${id}`, headers: bearer(key, headers) });
const cancel = (id: string, key: CreatedKey = api.seller, payload?: object) =>
  api.app.inject({ method: 'POST', url: `/v1/orders/${id}/cancel`, headers: bearer(key), payload });

describe('GET /orders/{id}', () => {
  it('200: the current order, with the payment link only while it awaits payment', async () => {
    const made = await madeOrder(api);
    expect((await read(made.id)).json()).toEqual(made);
    // Any server key of the company may ask, with the capability or without.
    expect((await read(made.id, api.keys.server)).json()).toEqual(made);

    await payOrder(api.ctx, { orderId: made.id, paymentReference: 'p' });
    const { checkout_url: _, ...rest } = made;
    const paid = (await read(made.id)).json();
    expect(paid).toEqual({ ...rest, status: 'paid', version: 2, updated_at: expect.any(String) });
    expect(Date.parse(paid.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
  });

  it('200 for HEAD, 304 when unchanged', async () => {
    const { id } = await madeOrder(api);
    const first = await read(id);
    const { etag } = first.headers;
    expect((await read(id, api.seller, { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await api.app.inject({ method: 'HEAD', url: `/v1/orders/${id}`, headers: bearer(api.seller) });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
  });

  it('403 for a website key', async () => {
    const { id } = await madeOrder(api);
    expect((await read(id, api.keys.website)).statusCode).toBe(403);
  });

  it('404, the same for an unknown id, another company’s and another mode’s', async () => {
    const { id } = await madeOrder(api);
    const answers = await Promise.all([read('ord_nobody'), read(id, stranger), read(id, api.keys.test)]);
    const bodies = answers.map((answer) => ({ ...answer.json<object>(), request_id: '' }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
    expect(bodies[0]).toMatchObject({ code: 'order_not_found' });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });
});

describe('POST /orders/{id}/cancel', () => {
  it('200: the tickets are free again, and again changes nothing', async () => {
    const made = await madeOrder(api, api.keys.test);
    const { held } = await stockOf(api.ctx.sql, api.sampleTicketTypeId);
    for (const payload of [undefined, {}]) {
      const answer = await cancel(made.id, api.keys.test, payload);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ id: made.id, status: 'cancelled' });
    }
    expect((await stockOf(api.ctx.sql, api.sampleTicketTypeId)).held).toBe(held - made.quantity);
  });

  it('400 for a body with anything in it', async () => {
    const made = await madeOrder(api);
    const answer = await cancel(made.id, api.seller, { reason: 'none' });
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'body' }] });
    const nothing = await api.app.inject({
      method: 'POST',
      url: `/v1/orders/${made.id}/cancel`,
      headers: bearer(api.seller, { 'content-type': 'application/json' }),
      payload: 'null',
    });
    expect(nothing.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'body' }] });
    expect((await read(made.id)).json()).toMatchObject({ status: 'awaiting_payment' });
  });

  it('403 for a website key', async () => {
    expect((await cancel((await madeOrder(api)).id, api.keys.website)).statusCode).toBe(403);
  });

  it('404 for another caller’s order', async () => {
    const { id } = await madeOrder(api);
    const answers = await Promise.all([cancel('ord_nobody'), cancel(id, stranger), cancel(id, api.keys.test)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
    expect((await read(id)).json()).toMatchObject({ status: 'awaiting_payment' });
  });

  it('409 once it is paid', async () => {
    const { id } = await madeOrder(api);
    await payOrder(api.ctx, { orderId: id, paymentReference: 'p' });
    const answer = await cancel(id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'order_not_open' });
  });

  it('405 for other methods', async () => {
    const answer = await api.app.inject({ url: '/v1/orders/ord_x/cancel', headers: bearer(api.seller) });
    expect(answer.statusCode).toBe(405);
  });
});
