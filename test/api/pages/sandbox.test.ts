import { projectChanges } from '../../../src/catalogue/project-changes.js';
import type { Event } from '../../../src/core/wire/event.js';
import type { EarningsList } from '../../../src/earnings/wire.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { sendTicketMail } from '../../../src/tickets/send-ticket-mail.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addTicketedEvent } from '../../support/data/build.js';
import { addWebhookRows } from '../../support/data/deliveries.js';
import { formFields } from '../../support/read/forms.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const form = (url: string, fields: Record<string, string>, cookie = '') =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });

async function openSandbox(key = api.keys.test.key): Promise<string> {
  const answer = await form('/sandbox', { key });
  expect(answer.statusCode).toBe(303);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
  expect(cookie).not.toContain(key);
  return cookie.split(';', 1)[0] ?? '';
}

const sandboxPage = async (cookie: string) => (await api.app.inject({ url: '/sandbox', headers: { cookie } })).body;

const earnings = async (key: { key: string } = api.keys.test) =>
  (await api.app.inject({ url: '/v1/earnings', headers: bearer(key) })).json() as EarningsList;

/** The event as the key reads it over the API. */
async function readEvent(eventId: string, key: { key: string }): Promise<Event> {
  await enqueue(api.ctx.sql, 'event.touched', [eventId], api.ctx.clock.now());
  await projectChanges(api.ctx);
  return (await api.app.inject({ url: `/v1/events/${eventId}`, headers: bearer(key) })).json().event;
}

/** Follows a buy link through form and checkout, as a visitor does. */
async function buy(buyUrl: string, quantity: number): Promise<void> {
  const { pathname, search } = new URL(buyUrl);
  const page = await api.app.inject({ url: pathname + search });
  const fields = {
    ...formFields(page.body),
    name: 'Berta Buyer',
    email: 'berta@example.com',
    quantity: String(quantity),
  };
  const answer = await form(pathname, fields);
  expect(answer.statusCode).toBe(303);
  const paid = await form(`${answer.headers.location}/pay`, {});
  expect(paid.statusCode).toBe(303);
}

test('a sandbox link with a sub_id → a test sale → refunds in part and in full, as the partner sees them', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { test: true });
  await addWebhookRows(api.ctx, { companyId: api.companyId, keyId: api.keys.test.id }, [{ mode: 'test' }]);
  const event = await readEvent(eventId, api.keys.test);
  await buy(`${event.tickets.buy_url}&sub_id=click-7`, 2);

  const sold = await earnings();
  expect(sold.earnings).toMatchObject([
    { event_id: eventId, status: 'pending', commission: 10, transaction_value: 80, test: true, sub_id: 'click-7' },
  ]);
  const cookie = await openSandbox();
  const page = await sandboxPage(cookie);
  expect(page).toContain('click-7');
  expect(page).toContain(event.tickets.buy_url.replaceAll('&', '&amp;'));
  expect(page).not.toMatch(/Berta|berta@/);

  const fields = formFields(page);
  expect((await form('/sandbox/refund', { ...fields, tickets: '1' }, cookie)).statusCode).toBe(303);
  // The same press again refunds nothing more.
  expect((await form('/sandbox/refund', { ...fields, tickets: '1' }, cookie)).statusCode).toBe(303);
  expect(
    (await earnings()).earnings
      .map((earning) => [earning.kind, earning.status, earning.commission, earning.sub_id])
      .sort(),
  ).toEqual([
    ['refund', 'reversed', -5, 'click-7'],
    ['sale', 'pending', 10, 'click-7'],
  ]);

  const said = async () => (await api.app.inject({ url: '/sandbox?refunded=1', headers: { cookie } })).body;
  expect(await said()).toContain('Refunded. The earning is reversed, and your test webhooks receive it.');
  await api.ctx.sql`UPDATE delivery_endpoints SET subscribes_earnings = false WHERE key_id = ${api.keys.test.id}`;
  expect(await said()).toContain('Refunded. The earning is reversed.');
  await api.ctx.sql`UPDATE delivery_endpoints SET subscribes_earnings = true WHERE key_id = ${api.keys.test.id}`;

  const rest = formFields(await sandboxPage(cookie));
  expect((await form('/sandbox/refund', { ...rest, tickets: '' }, cookie)).statusCode).toBe(303);
  const after = await earnings();
  expect(after.totals).toEqual({ pending: 0, approved: 0, ready: 0, paid: 0, reversed: -10 });
  expect(after.earnings.every((earning) => earning.status === 'reversed' && earning.commission < 0)).toBe(true);
  expect((await form('/sandbox/refund', { ...rest, request: 'another', tickets: '1' }, cookie)).statusCode).toBe(409);
  const changes = await api.ctx.sql<{ what: string; mode: string }[]>`
    SELECT what, mode FROM changes WHERE type = 'earnings.changed' ORDER BY seq`;
  expect(changes).toEqual(['pending', 'reversed', 'reversed'].map((what) => ({ what, mode: 'test' })));
  expect(JSON.stringify(after)).not.toMatch(/Berta|berta@/);
});

test("a live sale through a server key's link is pending with its commission, and stays out of the sandbox", async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const event = await readEvent(eventId, api.keys.server);
  await buy(event.tickets.buy_url, 1);
  const { earnings: live } = await earnings(api.keys.server);
  expect(live).toMatchObject([{ event_id: eventId, status: 'pending', commission: 5, test: false, sub_id: null }]);
  const page = await sandboxPage(await openSandbox());
  const saleId = live[0]?.sale_id ?? '';
  expect(page).not.toContain(saleId);
});

test("a sale of another key cannot be refunded, nor another's form be used", async () => {
  const other = await api.newKey({ kind: 'test' });
  const { eventId } = await addTicketedEvent(api.ctx, { test: true });
  await buy((await readEvent(eventId, other)).tickets.buy_url, 1);
  const sale = (await earnings(other)).earnings.find((earning) => earning.event_id === eventId)?.sale_id ?? '';
  const [mine, theirs] = [await openSandbox(), await openSandbox(other.key)];
  const { token = '' } = formFields(await sandboxPage(theirs));
  expect((await form('/sandbox/refund', { token, sale, request: 'r' }, mine)).statusCode).toBe(401);
  expect((await form('/sandbox/refund', { token, sale, request: 'r' })).statusCode).toBe(401);
  const own = await addTicketedEvent(api.ctx, { test: true });
  await buy((await readEvent(own.eventId, api.keys.test)).tickets.buy_url, 1);
  const fields = formFields(await sandboxPage(mine));
  expect((await form('/sandbox/refund', { token: fields.token ?? '', sale, request: 'r' }, mine)).statusCode).toBe(404);
});

test('the mailbox has only the sample tickets of its own key’s orders', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { test: true });
  await buy((await readEvent(eventId, api.keys.test)).tickets.buy_url, 1);
  const [row] = await api.ctx.sql<{ id: string }[]>`SELECT id FROM orders WHERE event_id = ${eventId}`;
  await sendTicketMail(api.ctx, row?.id ?? '');
  const [mine, theirs] = [await openSandbox(), await openSandbox((await api.newKey({ kind: 'test' })).key)];
  const get = (path: string, cookie = '') => api.app.inject({ url: path, headers: { cookie } });
  const path = /\/sandbox\/mail\/mail_\w+/.exec((await get('/sandbox/mail', mine)).body)?.[0] ?? '';
  expect((await get(path, mine)).body).toContain('SAMPLE: Your tickets');
  expect((await get(`${path}/html`, mine)).headers['content-security-policy']).toMatch(/^default-src 'none'/);
  const pdf = await get(`${path}/files/tickets.pdf`, mine);
  expect([pdf.headers['content-type'], pdf.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  expect((await get('/sandbox/mail', theirs)).body).toContain('No mail yet');
  for (const rest of ['', '/html', '/files/tickets.pdf']) expect((await get(path + rest, theirs)).statusCode).toBe(404);
  expect((await get('/sandbox/mail')).statusCode).toBe(401);
});

describe('the door', () => {
  test('opens for test keys only, and never repeats a key', async () => {
    for (const key of [api.keys.server.key, api.keys.website.key, 'tt_test_nonsense', '']) {
      const answer = await form('/sandbox', { key });
      expect(answer.statusCode).toBe(401);
      if (key) expect(answer.body).not.toContain(key);
    }
    expect((await api.app.inject({ url: `/sandbox?key=${api.keys.test.key}` })).statusCode).toBe(400);
  });

  test('closes after two hours, when the key is revoked, and on leaving', async () => {
    const key = await api.newKey({ kind: 'test' });
    const cookie = await openSandbox(key.key);
    expect(await sandboxPage(cookie)).toContain('Your links');
    expect(await sandboxPage(`${cookie}x`)).not.toContain('Your links');
    await api.ctx.sql`UPDATE api_keys SET revoked_at = ${api.ctx.clock.now()} WHERE id = ${key.id}`;
    expect(await sandboxPage(cookie)).not.toContain('Your links');
    const mine = await openSandbox();
    api.ctx.clock.advance(2 * 3_600_000 + 1);
    expect(await sandboxPage(mine)).not.toContain('Your links');
    expect(String((await form('/sandbox/leave', {})).headers['set-cookie'])).toMatch(/=; .*Max-Age=0/);
  });
});
