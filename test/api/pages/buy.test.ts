import { deleteOldSignals } from '../../../src/signals/delete-old-signals.js';
import { readFunnel } from '../../../src/signals/funnel.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { addTicketedEvent } from '../../support/data/build.js';
import { formFields } from '../../support/read/forms.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let ref: string;
beforeAll(async () => {
  api = await createTestApi();
  [{ ref } = { ref: '' }] = await api.ctx.sql<
    { ref: string }[]
  >`SELECT ref FROM api_keys WHERE id = ${api.keys.website.id}`;
});
afterAll(() => api.close());

const get = (url: string) => api.app.inject({ url });

const post = (eventId: string, fields: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url: `/buy/${eventId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const buyer = { name: 'Berta Buyer', email: 'berta@example.com' };

const lastOrder = async (eventId: string) => {
  const [order] = await api.ctx.sql`
    SELECT company_id, sub_id, quantity, source, status FROM orders WHERE event_id = ${eventId} ORDER BY created_at DESC LIMIT 1`;
  return order;
};

test("a partner's link leads through the form to the checkout page", async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await get(`/buy/${eventId}?ref=${ref}&sub_id=click-9`);
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page.body).toContain('€44.40');
  const fields = formFields(page.body);
  expect(fields).toMatchObject({ ref, sub_id: 'click-9', quantity: '1' });

  const answer = await post(eventId, { ...fields, ...buyer, quantity: '2' });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toMatch(/\/checkout\/[A-Za-z0-9]{32}$/);
  expect(await lastOrder(eventId)).toEqual({
    companyId: api.companyId,
    subId: 'click-9',
    quantity: 2,
    source: 'buy_link',
    status: 'awaiting_payment',
  });
  const again = await post(eventId, { ...fields, ...buyer, quantity: '2' });
  expect(again.headers.location).toBe(answer.headers.location);
});

test.each([
  ['a bad sub_id', '&sub_id=a%20b'],
  ['a sub_id that is no percent-encoding', '&sub_id=%zz'],
  ['a second code', '&ref=another'],
])('%s does not stand in the way of the sale or its credit', async (_what, query) => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await get(`/buy/${eventId}?ref=${ref}${query}`);
  const answer = await post(eventId, { ...formFields(page.body), ...buyer });
  expect(answer.statusCode).toBe(303);
  expect(await lastOrder(eventId)).toMatchObject({ companyId: api.companyId, subId: null });
});

test.each([
  ['code and click id in the path', (id: string) => `${id}/${ref}/click-2`],
  ['a tracking ref behind the path', (id: string) => `${id}/${ref}/click-2?ref=blog&utm_source=x`],
  ['an escaped separator', (id: string) => `${id}?utm_source=a&amp;ref=${ref}&amp;sub_id=click-2`],
  ['an escaped query', (id: string) => `${id}%3Fref%3D${ref}%26sub_id%3Dclick-2`],
  ['a dot and a parenthesis behind the event', (id: string) => `${id}).?ref=${ref}&sub_id=click-2`],
  ['a code in capitals', (id: string) => `${id}?REF=${ref.toUpperCase()}&SUB_ID=click-2`],
  ['a slash at the end', (id: string) => `${id}/${ref}/click-2/`],
])('a sale through a changed link is credited: %s', async (_how, link) => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await get(`/buy/${link(eventId)}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<meta property="og:title"');
  const answer = await post(eventId, { ...formFields(page.body), ...buyer });
  expect(answer.statusCode).toBe(303);
  expect(await lastOrder(eventId)).toMatchObject({ companyId: api.companyId, subId: 'click-2' });
});

test.each(['/BUY', '/Buy', '/bUY'])('a sale through %s is credited, in capitals as far as ids allow', async (base) => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const moved = await get(`${base}/${eventId.replace('evt', 'Evt')}/${ref.toUpperCase()}/Click-2?utm_source=A&x=%2F`);
  expect(moved.statusCode).toBe(308);
  const page = await get(String(moved.headers.location));
  expect(page.body).toContain('<meta property="og:title"');
  const answer = await post(eventId, { ...formFields(page.body), ...buyer });
  expect(answer.statusCode).toBe(303);
  expect(await lastOrder(eventId)).toMatchObject({ companyId: api.companyId, subId: 'Click-2' });
});

test('a click id that was dropped is counted for the partner, and a preview is no visitor', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const link = `/buy/${eventId}?ref=${ref}&sub_id={click_id}`;
  for (const agent of [
    'WhatsApp/2.24.6 A',
    'facebookexternalhit/1.1',
    'Slackbot-LinkExpanding 1.0',
    'Twitterbot/1.0',
  ]) {
    expect((await api.app.inject({ url: link, headers: { 'user-agent': agent } })).statusCode).toBe(200);
  }
  await get(link);
  const input = { companyId: api.companyId, mode: 'live' as const, eventId };
  const read = () => readFunnel(api.ctx, input, { by: 'day', money: false });
  await waitFor(async () => (await read()).total.checkouts > 0);
  const { total, droppedSubIds } = await read();
  expect([total.checkouts, droppedSubIds]).toEqual([1, 1]);
});

test('`?sub_id=` appended where `&sub_id=` was meant is understood', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await get(`/buy/${eventId}?ref=${ref}?sub_id=click-1`);
  expect(formFields(page.body)).toMatchObject({ ref, sub_id: 'click-1' });
});

test('a form with mistakes comes back with the input and the faults', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { capacity: 3 });
  const fields = formFields((await get(`/buy/${eventId}`)).body);
  const wrong = await post(eventId, { ...fields, name: ' ', email: 'nobody', quantity: '0' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body.match(/role="alert"/g)).toHaveLength(3);
  expect(wrong.body).toContain('value="nobody"');
  const scarce = await post(eventId, { ...fields, ...buyer, quantity: '4' });
  expect(scarce.statusCode).toBe(409);
  expect(scarce.body).toContain('Not enough tickets are left');
  expect((await api.app.inject({ method: 'POST', url: `/buy/${eventId}`, payload: { a: 1 } })).statusCode).toBe(400);
});

test('each mistake stands at its field', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { capacity: 3 });
  const fields = formFields((await get(`/buy/${eventId}`)).body);
  const wrong = await post(eventId, { ...fields, ...buyer, email: 'nobody' });
  expect(wrong.body).toMatch(/name="email"[^>]* aria-invalid="true" aria-describedby="email-error email-hint"/);
  expect(wrong.body).toContain('<p class="error" id="email-error" role="alert">');
  expect(wrong.body.match(/aria-invalid="true"/g)).toHaveLength(1);
  const scarce = await post(eventId, { ...fields, ...buyer, quantity: '4' });
  expect(scarce.body).toMatch(/name="quantity"[^>]* aria-invalid="true"/);
});

test('the total follows the choice without scripts, and nothing is bought', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await get(`/buy/${eventId}`);
  expect(page.body).toContain('€40.00 plus €4.40 fees and tax');
  expect(page.body).toMatch(/<output[^>]*>€44\.40, fees and tax included<\/output>/);
  const updated = await post(eventId, { ...formFields(page.body), quantity: '3', email: 'half@', update: '1' });
  expect(updated.statusCode).toBe(200);
  expect(updated.body).toMatch(/<output[^>]*>€133\.20, /);
  expect(updated.body).toContain('value="half@"');
  expect(updated.body).not.toContain('role="alert"');
  expect(await lastOrder(eventId)).toBeUndefined();
});

test('text from outside is escaped', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const evil = '"><script>alert(1)</script>';
  await api.ctx.sql`UPDATE events SET name = ${evil}, source_url = ${evil} WHERE id = ${eventId}`;
  const page = await get(`/buy/${eventId}?ref=${encodeURIComponent(evil)}&sub_id=${encodeURIComponent(evil)}`);
  const back = await post(eventId, { name: evil, email: evil, ref: evil, sub_id: evil, quantity: evil, ticket: evil });
  for (const { body } of [page, back]) expect(body).not.toContain('<script>');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('states of the event are shown, and nothing is offered', async () => {
  const said = async (options: Parameters<typeof addTicketedEvent>[1]) => {
    const page = await get(`/buy/${(await addTicketedEvent(api.ctx, options)).eventId}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('<form');
    return page.body;
  };
  expect(await said({ status: 'cancelled' })).toContain('has been cancelled');
  expect(await said({ status: 'postponed' })).toContain('has been postponed');
  expect(await said({ startsAt: '2026-10-01T19:00:00Z', endsAt: null })).toContain('is over');
  expect(await said({ capacity: 0 })).toContain('sold out');
});

test('a sample says that no money moves, an unknown event is 404, a withdrawn one 410', async () => {
  const sample = await addTicketedEvent(api.ctx, { test: true });
  expect((await get(`/buy/${sample.eventId}`)).body).toContain('no real money');
  expect((await get('/buy/evt_none')).statusCode).toBe(404);
  await api.ctx.sql`UPDATE events SET shared = false WHERE id = ${sample.eventId}`;
  expect((await get(`/buy/${sample.eventId}`)).statusCode).toBe(410);
  expect((await post(sample.eventId, { ticket: sample.ticketTypeId, quantity: '1', ...buyer })).statusCode).toBe(410);
});

test('free tickets are complete at once', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { priceMinor: 0, totalMinor: 0 });
  const page = await get(`/buy/${eventId}?ref=demo`);
  expect(page.body).toContain('Free');
  expect(page.body).not.toMatch(/no extra fees|while you pay/);
  const answer = await post(eventId, { ...formFields(page.body), ...buyer });
  expect(answer.statusCode).toBe(303);
  const receipt = (await get(String(answer.headers.location))).body;
  expect(receipt).toContain('<th scope="row">Ordered</th>');
  expect(receipt).toContain('<td>1 × Standing</td>');
  expect(await lastOrder(eventId)).toMatchObject({ status: 'paid', companyId: null });
});

test('a second order of free tickets with one address is refused in the visitor’s language', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { priceMinor: 0, totalMinor: 0, capacity: 10 });
  const order = async () => post(eventId, { ...formFields((await get(`/buy/${eventId}`)).body), ...buyer });
  expect((await order()).statusCode).toBe(303);
  const again = await order();
  expect(again.statusCode).toBe(400);
  expect(again.body).toContain('There is already an order for this email address.');
  expect(again.body).toContain(buyer.email);
});

test('only a limited number of openings from one address in a minute is recorded', async () => {
  await deleteOldSignals(api.ctx);
  const { eventId } = await addTicketedEvent(api.ctx);
  const open = (nth: number) =>
    api.app.inject({ url: `/buy/${eventId}?ref=${ref}&sub_id=many-${nth}`, remoteAddress: '192.0.2.77' });
  const statuses = new Set<number>();
  for (let nth = 0; nth < 310; nth += 1) statuses.add((await open(nth)).statusCode);
  expect([...statuses]).toEqual([200]);
  await waitFor(async () => {
    const [row] = await api.ctx.sql<{ n: number }[]>`
      SELECT count(DISTINCT sub_id)::int AS n FROM signals WHERE event_id = ${eventId}`;
    return row?.n === 300;
  });
});
