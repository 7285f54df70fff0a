import { refundOrder } from '../../../src/orders/refund-order.js';
import { orderPageUrl } from '../../../src/tickets/order-page-url.js';
import { sendTicketMail } from '../../../src/tickets/send-ticket-mail.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { HAS_POPPLER, qrCodesOf } from '../../support/read-pdf.js';
import { openShop, type Shop } from '../../support/shop.js';
import { ADA, buyTickets, ticketsOf } from '../../support/tickets.js';

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

test('a reader of German reads German', async () => {
  const { path } = await bought();
  const headers = { accept: 'text/html', 'accept-language': 'fr, de-AT;q=0.9, en;q=0.5' };
  const page = await api.app.inject({ url: path, headers });
  expect(page.body).toContain('<html lang="de"');
  expect(page.body).toContain('Als PDF herunterladen');
});

test('a sample says so', async () => {
  const { path } = await bought({ mode: 'test' });
  expect((await get(path)).body).toContain('<strong>SAMPLE.</strong>');
});

test('an erased buyer has a page, and nobody to send it to', async () => {
  const { id, path } = await bought();
  await api.ctx.sql`UPDATE orders SET buyer_email = NULL, buyer_name = NULL, buyer_erased_at = now() WHERE id = ${id}`;
  expect((await get(path)).body).toContain('nothing can be sent');
  expect((await press(`${path}/resend`)).headers.location).toBe(`${path}?sent=nobody`);
});

test.each(['', '/tickets.pdf', '/event.ics'])('nobody else’s link opens anything (%s)', async (rest) => {
  const page = await get(`/tickets/${'x'.repeat(32)}${rest}`);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(page.body).toContain('Page not found');
});
