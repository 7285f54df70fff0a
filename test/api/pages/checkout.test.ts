import { setOrganizerPages } from '../../../src/catalogue/organizer-pages.js';
import { updateEvent } from '../../../src/catalogue/update-event.js';
import { createOrder } from '../../../src/orders/place-order.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import { openEventRefunds } from '../../../src/orders/sql/event-refunds.js';
import { readMailsAbout } from '../../../src/platform/mail/read-mailbox.js';
import { orderPageUrl } from '../../../src/tickets/order-page-link.js';
import { sendTicketMail } from '../../../src/tickets/send-ticket-mail.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { runCli } from '../../support/command.js';
import { addTicketedEvent, openShop } from '../../support/data/build.js';
import { placeOrder } from '../../support/data/holds.js';
import { refundBuyers } from '../../support/data/tickets.js';
import { formFields } from '../../support/read/forms.js';

let api: TestApi;
let ref: string;
beforeAll(async () => {
  api = await createTestApi({
    context: {
      env: {
        SERVICE_NAME: 'Tickets & Co',
        SERVICE_LEGAL_NAME: 'Tickets and Company Ltd',
        SERVICE_ADDRESS: '1 High Street|London',
        SERVICE_CONTACT: 'help@service.example',
        SERVICE_TERMS_URL: 'https://service.example/terms',
        SERVICE_LOGO_URL: 'https://service.example/logo.svg',
        SECURITY_CONTACT: 'security@service.example',
      },
    },
  });
  [{ ref } = { ref: '' }] = await api.ctx.sql<{ ref: string }[]>`
    UPDATE api_keys SET domains = '{*.shop.example,www.shop.example}' WHERE id = ${api.keys.website.id} RETURNING ref`;
});
afterAll(() => api.close());

/** Buys two tickets through a partner's link, as a browser does that asks for a language. */
async function buy(language: string): Promise<{ url: string; eventId: string }> {
  const { eventId } = await addTicketedEvent(api.ctx);
  const page = await api.app.inject({ url: `/buy/${eventId}?ref=${ref}`, headers: { 'accept-language': language } });
  const answer = await api.app.inject({
    method: 'POST',
    url: `/buy/${eventId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
    payload: new URLSearchParams({
      ...formFields(page.body),
      ...{ name: 'Berta Buyer', email: 'berta@example.com', quantity: '2' },
    }).toString(),
  });
  expect(answer.statusCode).toBe(303);
  return { url: String(answer.headers.location), eventId };
}

const read = async (url: string, language = 'en') =>
  (await api.app.inject({ url, headers: { 'accept-language': language } })).body;

test('the payment page shows the tickets, the time and place, the price, and the end of the hold', async () => {
  const { url } = await buy('en');
  const body = await read(url);
  for (const words of [
    ...['1 December 2026', '20:00 (local time, Europe/Berlin)'],
    ...['2 × Standing, €44.40 each', '€8.80', '€88.80', 'data-left="1800"'],
    ...['Tickets &amp; Co', 'Tickets and Company Ltd, 1 High Street, London', 'href="https://service.example/terms"'],
    ...['mailto:help@service.example', 'src="https://service.example/logo.svg"', 'Organized by Organizer'],
    ...['<a href="https://www.shop.example/" rel="noopener">Back to www.shop.example</a>'],
  ]) {
    expect(body).toContain(words);
  }
  expect(body).not.toMatch(/Berta|berta@/);
  api.ctx.clock.advance(60_000);
  expect(await read(url)).toContain('data-left="1740"');
  expect((await api.app.inject({ method: 'POST', url: `${url}/pay` })).statusCode).toBe(303);
  const receipt = await read(url);
  expect(receipt).toContain('This page is your receipt');
  expect(receipt).toMatch(/<th scope="row">Paid<\/th><td><time datetime="2026-11-02T09:01:00\.000Z">2 November 2026/);
  expect(receipt).not.toContain('data-left=');
});

test('the payment page gives no tickets, and can mail them to the buyer again', async () => {
  const { ctx } = api;
  const { url } = await buy('en');
  const press = (name: string) => api.app.inject({ method: 'POST', url: `${url}/${name}` });
  // Nothing is bought yet.
  expect((await press('resend')).headers.location).toBe(url);
  await press('pay');
  const [{ id } = { id: '' }] = await ctx.sql<{ id: string }[]>`
    SELECT id FROM orders WHERE checkout_token = ${url.split('/').at(-1) ?? ''}`;
  const mails = async () => (await readMailsAbout(ctx, [id])).map(({ to, subject }) => [to, subject.split(':')[0]]);

  expect(await read(url)).toContain('We email the tickets to the address on this order');
  expect((await press('resend')).headers.location).toBe(`${url}?sent=lately`);
  await sendTicketMail(ctx, id);
  const page = new URL((await orderPageUrl(ctx, id)) ?? '').pathname;
  const secret = page.split('/').at(-1) ?? '';
  expect(secret).toHaveLength(32);
  ctx.clock.advance(10 * 60_000);
  const sent = await press('resend');
  expect(sent.headers.location).toBe(`${url}?sent=queued`);
  expect((await api.app.inject({ method: 'POST', url: `${page}/resend` })).headers.location).toBe(
    `${page}?sent=lately`,
  );
  await sendTicketMail(ctx, id);
  expect(await mails()).toEqual([
    ['berta@example.com', 'Your tickets (sent again)'],
    ['berta@example.com', 'Your tickets'],
  ]);
  for (const body of [await read(url), await read(`${url}?sent=queued`), await read(`${url}?sent=lately`), sent.body]) {
    expect(body).not.toContain(secret);
    expect(body).not.toMatch(/\/tickets\/|berta/i);
  }
  expect(await read(`${url}?sent=queued`)).toContain('<p class="note" role="status">The tickets are on their way.</p>');
  await ctx.sql`UPDATE orders SET buyer_email = NULL, buyer_name = NULL, buyer_erased_at = now() WHERE id = ${id}`;
  expect(await read(url)).not.toContain(`${url}/resend`);
});

test('the receipt of an order that was refunded in part shows how much', async () => {
  const { ctx } = api;
  const shop = await openShop(ctx);
  const { id, checkout_url } = await placeOrder(ctx, shop, 2);
  const url = new URL(checkout_url ?? '').pathname;
  await api.app.inject({ method: 'POST', url: `${url}/pay` });
  expect(await read(url)).not.toContain('Refunded');
  await refundOrder(ctx, { orderId: id, requestKey: 'part', tickets: 1 });
  expect(await read(url)).toMatch(/This page is your receipt[\s\S]*<th scope="row">Refunded<\/th><td>€\d/);
});

test('in German from the link to the receipt, and the order remembers it', async () => {
  const { url, eventId } = await buy('de-DE,de;q=0.9,en;q=0.8');
  const body = await read(url, 'de');
  for (const words of ['Tickets bezahlen', 'Dienstag, 1. Dezember 2026', '88,80', 'Zurück zu www.shop.example']) {
    expect(body).toContain(words);
  }
  const [order] = await api.ctx.sql`SELECT language FROM orders WHERE event_id = ${eventId}`;
  expect(order).toEqual({ language: 'de' });
});

test('an order that a partner placed, paid on a German page: its mail, tickets and calendar are German', async () => {
  const { ctx } = api;
  const shop = await openShop(ctx);
  const body = { event_id: shop.sampleId, ticket_type_id: shop.sampleTicketTypeId, quantity: 1 };
  const { order } = await createOrder(ctx, {
    ...{ caller: shop.test, idempotencyKey: 'german' },
    body: { ...body, buyer_email: 'berta@example.com', buyer_name: 'Berta Buyer' },
  });
  const { pathname } = new URL(order.checkout_url ?? '');
  await api.app.inject({ method: 'POST', url: `${pathname}/pay`, headers: { 'accept-language': 'de-AT' } });
  await sendTicketMail(ctx, order.id);
  const [mail] = await readMailsAbout(ctx, [order.id]);
  expect(mail?.subject).toMatch(/^MUSTER: Ihre Tickets/);
  expect(mail?.text).toMatch(/Wo: .*, Portugal$/m);
  const tickets = new URL((await orderPageUrl(ctx, order.id)) ?? '').pathname;
  const pdf = await read(`${tickets}/tickets.pdf`, 'en');
  expect(pdf).toContain('/Lang (de-DE)');
});

test('a change after the order is shown before paying and after, on the order’s own page too', async () => {
  const shop = await openShop(api.ctx);
  const { id, checkout_url } = await placeOrder(api.ctx, shop);
  const url = new URL(checkout_url ?? '').pathname;
  expect(await read(url)).not.toContain('since you ordered');
  await updateEvent(api.ctx, shop.eventId, {
    venue: 'Super Bock Arena',
    city: 'Porto',
    starts_at: '2026-12-20T19:00:00Z',
  });
  const changed =
    /The date has changed since you ordered\. It was [^<]* \(Europe\/Lisbon\)\. The venue has changed since you ordered\. It was Coliseu, Lisbon, Portugal\./;
  const before = await read(url);
  expect(before).toMatch(changed);
  expect(before).toContain('Super Bock Arena, Porto, Portugal');
  expect(before).toContain(`action="${url}/pay"`);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await api.app.inject({ method: 'POST', url: `${url}/pay`, headers: form });
  expect(await read(url)).toMatch(changed);
  const page = new URL((await orderPageUrl(api.ctx, id)) ?? '').pathname;
  expect(await read(page)).toMatch(changed);
  expect(await read(page, 'de')).toContain(
    'Der Veranstaltungsort hat sich seit Ihrer Bestellung geändert. Bisher: Coliseu',
  );
});

test('a payment that goes back says why, in the language of the reader', async () => {
  const { url, eventId } = await buy('de');
  await api.ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${eventId}`;
  await api.app.inject({
    method: 'POST',
    url: `${url}/pay`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const page = await read(url);
  expect(page).toContain('<p>The event was cancelled.</p>');
  expect(page).toContain('You have no tickets from this order.');
  expect(page).not.toContain('no longer valid');
  expect(await read(url, 'de')).toContain('<p>Die Veranstaltung wurde abgesagt.</p>');
});

test('the receipt of a cancelled event says so, and what becomes of the money', async () => {
  const { ctx } = api;
  const { url, eventId } = await buy('en');
  await api.app.inject({ method: 'POST', url: `${url}/pay` });
  expect(await read(url)).toContain('<h1>Thank you for your order</h1>');
  await updateEvent(ctx, eventId, { status: 'cancelled' });
  const now = ctx.clock.now();
  await openEventRefunds(ctx.sql, { eventId, cancelledAt: now, dueAt: new Date(now.getTime() + 86_400_000) });
  const page = await read(url);
  expect(page).toContain('<h1>This event was cancelled</h1>');
  expect(page).toMatch(/Your tickets are no longer valid\. We will refund €88\.80 after \w+day, \d+ November 2026 at /);
  expect(page).toContain('<th scope="row">Paid</th>');
  expect(page).not.toMatch(/\/resend|We send the tickets/);
  expect(await read(url, 'de')).toMatch(
    /Wir veranlassen die Erstattung von 88,80\s€ ab \w+tag, \d+\. November 2026 um [\d:]+\sUhr \(/,
  );
  await refundBuyers(ctx, eventId);
  expect(await read(url)).toContain('<h1>Your payment was refunded</h1>');
});

test('an organizer has its own terms, rules and contact; operators set them', async () => {
  const { url, eventId } = await buy('en');
  const [{ source } = { source: '' }] = await api.ctx.sql<{ source: string }[]>`
    SELECT source FROM organizers WHERE id = (SELECT organizer_id FROM events WHERE id = ${eventId})`;
  const set = [
    'organizer',
    'set',
    source,
    '--contact-email',
    'box@hall.example',
    '--refunds-url',
    'https://hall.example/refunds',
  ];
  expect((await runCli(api.ctx, set)).code).toBe(0);
  for (const page of [`/buy/${eventId}`, url]) {
    const body = await read(page);
    expect(body).toContain('<a href="mailto:box@hall.example">');
    expect(body).toContain('<a href="https://hall.example/refunds" rel="noopener">Refunds</a>');
  }
  const inGerman = ['organizer', 'set', source, '--contact-email', 'hallo@kulturbüro.example'];
  expect((await runCli(api.ctx, inGerman)).code).toBe(0);
  expect(await read(url)).toContain('<a href="mailto:hallo@xn--kulturbro-w9a.example">hallo@kulturbüro.example</a>');
  const refused = await runCli(api.ctx, ['organizer', 'set', source, '--contact-email', 'nobody']);
  expect(refused.err).toBe('contact_email: must be an email address\n');
  expect((await runCli(api.ctx, ['organizer', 'set', source, '--contact-email', ''])).code).toBe(0);
  const shown = JSON.parse((await runCli(api.ctx, ['organizer', 'show', source, '--json'])).out);
  expect(shown).toMatchObject({ name: 'Organizer', contact_email: null, refunds_url: 'https://hall.example/refunds' });
  await expect(setOrganizerPages(api.ctx, { source, logoUrl: 'http://hall.example/a.png' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(setOrganizerPages(api.ctx, { source, termsUrl: 'javascript:alert(1)' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('robots.txt, an icon and security.txt are there', async () => {
  const robots = await api.app.inject('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body).toBe(
    'User-agent: *\nDisallow: /checkout/\nDisallow: /tickets/\nDisallow: /dashboard\nAllow: /\n',
  );
  const icon = await api.app.inject('/favicon.ico');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  const { body } = await api.app.inject('/.well-known/security.txt');
  expect(body).toMatch(/^Contact: mailto:security@service\.example\nExpires: 2027-05-04T00:00:00\.000Z\n/);
  expect(body).toContain(`Canonical: ${api.ctx.config.origin}/.well-known/security.txt`);
});
