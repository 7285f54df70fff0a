import { updateEvent } from '../../../src/catalogue/update-event.js';
import { pauseEventRefunds } from '../../../src/orders/event-refunds.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import { openEventRefunds } from '../../../src/orders/sql/event-refunds.js';
import { orderPageUrl } from '../../../src/tickets/order-page-link.js';
import { sendTicketMail } from '../../../src/tickets/send-ticket-mail.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { openShop, type Shop } from '../../support/data/build.js';
import { ADA, buyTickets, refundBuyers, ticketsOf } from '../../support/data/tickets.js';
import { HAS_POPPLER, qrCodesOf } from '../../support/read/read-pdf.js';

let api: TestApi;
let shop: Shop;
beforeAll(async () => {
  api = await createTestApi();
  shop = await openShop(api.ctx, { capacity: 100 });
});
afterAll(() => api.close());

const get = (path: string) => api.app.inject({ url: path, headers: { accept: 'text/html' } });
const press = (path: string) =>
  api.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

/** An order, and the path of its page. */
async function bought(options: Parameters<typeof buyTickets>[2] = {}): Promise<{ id: string; path: string }> {
  const id = await buyTickets(api.ctx, shop, options);
  return { id, path: new URL((await orderPageUrl(api.ctx, id)) ?? '').pathname };
}

test('the page shows each ticket, and neither name nor address', async () => {
  const { id, path } = await bought({ quantity: 2 });
  const page = await get(path);
  expect(page.statusCode).toBe(200);
  for (const { code } of await ticketsOf(api.ctx, id)) {
    expect(page.body).toContain(`aria-label="Code ${code.replace(/(.{5})(?=.)/g, '$1-')}"`);
  }
  expect(page.body).toContain('Concert');
  expect(page.body).not.toContain(ADA.name);
  expect(page.body).not.toContain(ADA.email);
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
  );
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.headers['cache-control']).toBe('no-store');
});

test('tickets and calendar file can be downloaded', async () => {
  const { id, path } = await bought();
  const pdf = await get(`${path}/tickets.pdf`);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="tickets.pdf"',
    'cache-control': 'no-store',
  });
  const [ticket] = await ticketsOf(api.ctx, id);
  if (HAS_POPPLER) expect(await qrCodesOf(pdf.rawPayload)).toEqual([ticket?.code]);
  const calendar = await get(`${path}/event.ics`);
  expect(calendar.body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*UID:ord_/);
});

test('the button sends them again, to the same address, and not twice in a row', async () => {
  const { id, path } = await bought();
  expect((await press(`${path}/resend`)).headers.location).toBe(`${path}?sent=lately`);
  await sendTicketMail(api.ctx, id);
  api.ctx.clock.advance(601_000);
  const pressed = await press(`${path}/resend`);
  expect([pressed.statusCode, pressed.headers.location]).toEqual([303, `${path}?sent=queued`]);
  expect((await get(`${path}?sent=queued`)).body).toContain('The tickets are on their way.');
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect((await get(`${path}?sent=${name}`)).statusCode).toBe(200);
  }
  expect((await press(`${path}/resend`)).headers.location).toBe(`${path}?sent=lately`);
  const kinds = await api.ctx.sql`SELECT kind FROM ticket_mails WHERE order_id = ${id} ORDER BY number`;
  expect(kinds.map(({ kind }) => kind)).toEqual(['tickets', 'resend']);
});

test('what no longer counts has no code to scan', async () => {
  const { id, path } = await bought({ quantity: 2 });
  await refundOrder(api.ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  const page = await get(path);
  const [, second] = await ticketsOf(api.ctx, id);
  expect(page.body).toContain('<p class="bad">refunded</p>');
  expect(page.body).not.toContain(second?.code.slice(0, 5));
});

test('a used ticket says when, in UTC where this process does not know the zone', async () => {
  const abroad = await openShop(api.ctx, { capacity: 100 });
  await api.ctx.sql`UPDATE events SET timezone = 'Factory' WHERE id = ${abroad.eventId}`;
  const id = await buyTickets(api.ctx, abroad, { quantity: 1 });
  await api.ctx.sql`UPDATE tickets SET state = 'used', used_at = '2026-12-01T19:30:00Z' WHERE order_id = ${id}`;
  const page = await get(new URL((await orderPageUrl(api.ctx, id)) ?? '').pathname);
  expect(page.statusCode).toBe(200);
  expect(page.body).toMatch(/used 1 Dec 2026, 19:30/);
});

test('a reader of German reads German', async () => {
  const { path } = await bought();
  const headers = { accept: 'text/html', 'accept-language': 'fr, de-AT;q=0.9, en;q=0.5' };
  const page = await api.app.inject({ url: path, headers });
  expect(page.body).toContain('<html lang="de"');
  expect(page.body).toContain('Als PDF herunterladen');
});

describe('of an event that is cancelled', () => {
  const cancelled = async () => {
    const sold = await openShop(api.ctx, { capacity: 100 });
    const id = await buyTickets(api.ctx, sold, { quantity: 2 });
    const path = new URL((await orderPageUrl(api.ctx, id)) ?? '').pathname;
    expect((await get(path)).body).toContain('we refund what you paid automatically, usually 24 hours after');
    await updateEvent(api.ctx, sold.eventId, { status: 'cancelled' });
    const now = api.ctx.clock.now();
    const dueAt = new Date(now.getTime() + 86_400_000);
    await openEventRefunds(api.ctx.sql, { eventId: sold.eventId, cancelledAt: now, dueAt });
    return { id, path, eventId: sold.eventId };
  };

  test('the page says when the rest of the money goes back, and then that it has', async () => {
    const { id, path, eventId } = await cancelled();
    await refundOrder(api.ctx, { orderId: id, requestKey: 'one', tickets: 1 });
    const page = await get(path);
    expect(page.body).toMatch(
      /This event was cancelled\. We will refund €12\.50 after \w+day, \d+ November 2026 at [\d:]+ \(Europe\/Lisbon\)\./,
    );
    expect(page.body).not.toMatch(/usually 24 hours|\/resend|If plans change/);
    expect(page.body).toMatch(/Paid<\/th><td>€25\.00<\/td>[\s\S]*Refunded<\/th><td>€12\.50<\/td>/);
    api.ctx.clock.advance(86_400_000);
    expect((await get(path)).body).toContain('We will email you when your refund of €12.50 is on its way.');
    await refundBuyers(api.ctx, eventId);
    expect((await get(path)).body).toContain('We have refunded €25.00.');
  });

  test('it promises no day while the refunds are paused, and no money where nothing was paid', async () => {
    const { id, path, eventId } = await cancelled();
    await pauseEventRefunds(api.ctx, eventId);
    expect((await get(path)).body).toContain('We will email you when your refund of €25.00 is on its way.');
    await api.ctx.sql`UPDATE orders SET total_minor = 0 WHERE id = ${id}`;
    const free = (await get(path)).body;
    expect(free).toContain('<p class="note" role="status">This event was cancelled.</p>');
    expect(free).not.toContain('we refund');
  });
});

test('a sample says so', async () => {
  const { path } = await bought({ mode: 'test' });
  expect((await get(path)).body).toContain('<strong>SAMPLE.</strong>');
});

test('an erased buyer has a page, and no address to send it to', async () => {
  const { id, path } = await bought();
  await api.ctx.sql`UPDATE orders SET buyer_email = NULL, buyer_name = NULL, buyer_erased_at = now() WHERE id = ${id}`;
  expect((await get(path)).body).toContain('we can’t send the tickets');
  expect((await press(`${path}/resend`)).headers.location).toBe(`${path}?sent=nobody`);
});

test.each(['', '/tickets.pdf', '/event.ics'])('no other order’s link opens anything (%s)', async (rest) => {
  const page = await get(`/tickets/${'x'.repeat(32)}${rest}`);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(page.body).toContain('Page not found');
});

test('where an organizer has no name, the page still says where to ask', async () => {
  const { path } = await bought();
  const [organizer] = await api.ctx
    .sql`SELECT o.id, o.name, o.contact_email FROM organizers o JOIN events e ON e.organizer_id = o.id
    WHERE e.id = ${shop.eventId}`;
  await api.ctx.sql`UPDATE organizers SET name = NULL, contact_email = 'ask@hall.example' WHERE id = ${organizer?.id}`;
  const { body } = await get(path);
  await api.ctx
    .sql`UPDATE organizers SET name = ${organizer?.name}, contact_email = ${organizer?.contactEmail} WHERE id = ${organizer?.id}`;
  expect(body).toContain('mailto:ask@hall.example');
  expect(body).not.toContain('null');
});
