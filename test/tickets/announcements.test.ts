// The mails to buyers about a changing event: by the database and the mailbox, without the workflow that keeps the
// time.
import { updateEvent } from '../../src/catalogue/update-event.js';
import { getCheckout } from '../../src/orders/checkout.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { readMailsAbout } from '../../src/platform/mail/read-mailbox.js';
import type { MailPort } from '../../src/platform/mail/transport/port.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { eventAnnouncementJob } from '../../src/tickets/jobs.js';
import { queueAnnouncementPage } from '../../src/tickets/queue-announcement-page.js';
import { sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { buyTickets } from '../support/data/tickets.js';
import { drainOf } from '../support/jobs.js';

const MINUTE = 60_000;

let ctx: TestContext;
let temporal: TemporalClient;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
  temporal = createTemporalClient(ctx.config);
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 100 });
});
afterAll(async () => {
  await temporal?.close();
  await ctx?.close();
});

/** Changes the event, and writes the announcement of it down as the relay does. */
async function change(patch: Parameters<typeof updateEvent>[2]): Promise<void> {
  await updateEvent(ctx, shop.eventId, patch);
  await drainOf(ctx, temporal, eventAnnouncementJob).run();
}

/** The announcements of the event, oldest first, each asked for its first page. */
async function tell(): Promise<({ queued: number } | { waitMs: number } | 'superseded')[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT id FROM event_announcements WHERE event_id = ${shop.eventId} ORDER BY number`;
  const pages: Awaited<ReturnType<typeof tell>> = [];
  for (const { id: announcementId } of rows) {
    const page = await queueAnnouncementPage(ctx, { announcementId, after: '' });
    if (page.superseded) pages.push('superseded' as const);
    else pages.push(page.waitMs === undefined ? { queued: page.queued } : { waitMs: page.waitMs });
  }
  return pages;
}

/** The order's mails about changes, once all are sent. */
async function mailsOf(orderId: string, as = ctx) {
  while ((await sendTicketMail(as, orderId)).state !== 'none');
  const mails = await readMailsAbout(ctx, [orderId]);
  return mails.filter(({ subject }) => !subject.startsWith('Your tickets'));
}
const subjectsOf = async (orderId: string) => (await mailsOf(orderId)).map(({ subject }) => subject);

test('a move is mailed like a new date, once it has settled, with a calendar file that replaces the old one', async () => {
  const id = await buyTickets(ctx, shop);
  await mailsOf(id);
  const before = (await readMailsAbout(ctx, [id]))[0]?.attachments?.find(({ name }) => name === 'event.ics');
  await change({ venue: 'Super Bock Arena', city: 'Porto' });
  expect(await tell()).toEqual([{ waitMs: 10 * MINUTE }]);
  ctx.clock.advance(10 * MINUTE);
  expect(await tell()).toEqual([{ queued: 1 }]);
  expect(await tell()).toEqual([{ queued: 0 }]);
  const [mail, ...others] = await mailsOf(id);
  expect([mail?.subject, others]).toEqual(['New venue: Concert', []]);
  expect(mail?.text).toContain('takes place at another venue');
  expect(mail?.text).toContain('Super Bock Arena, Porto');
  const after = mail?.attachments?.find(({ name }) => name === 'event.ics');
  const [old, now] = [before, after].map((file) => Buffer.from(file?.content ?? '', 'base64').toString());
  const sequence = (text = '') => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
  const uid = (text = '') => /UID:(\S+)/.exec(text)?.[1];
  expect(sequence(now)).toBeGreaterThan(sequence(old));
  expect(uid(now)).toBe(uid(old));
  expect(now).toContain('LOCATION:Super Bock Arena\\, Porto');
  await change({ starts_at: '2026-12-20T20:00:00Z', venue: 'Casa da Música' });
  ctx.clock.advance(10 * MINUTE);
  await tell();
  expect(await subjectsOf(id)).toContain('New date and venue: Concert');
});

test('a feed that flips back and forth sends nothing; where it ends elsewhere, one mail', async () => {
  const id = await buyTickets(ctx, shop);
  for (let n = 0; n < 4; n += 1) {
    await change({ venue: 'Arena' });
    ctx.clock.advance(MINUTE);
    await change({ venue: 'Coliseu' });
    ctx.clock.advance(MINUTE);
  }
  ctx.clock.advance(10 * MINUTE);
  expect(await tell()).toEqual([...Array(7).fill('superseded'), { queued: 0 }]);
  expect(await subjectsOf(id)).toEqual([]);
  for (const venue of ['Arena', 'Coliseu', 'Arena']) await change({ venue });
  ctx.clock.advance(10 * MINUTE);
  await tell();
  expect(await subjectsOf(id)).toEqual(['New venue: Concert']);
});

test('a change that never settles is mailed after six times as long', async () => {
  await buyTickets(ctx, shop);
  for (let n = 0; n < 12; n += 1) {
    await change({ venue: `Hall ${n}` });
    if (n < 11) expect((await tell()).at(-1)).toEqual({ waitMs: Math.min(10, 60 - 5 * n) * MINUTE });
    ctx.clock.advance(5 * MINUTE);
  }
  expect((await tell()).at(-1)).toEqual({ queued: 1 });
});

test('buyers who bought or paid after the change get no mail about it', async () => {
  const early = await buyTickets(ctx, shop);
  const held = await placeOrder(ctx, shop);
  await change({ venue: 'Arena', starts_at: '2026-12-20T20:00:00Z' });
  const checkout = async () => {
    const [row] = await ctx.sql<{ checkoutToken: string }[]>`SELECT checkout_token FROM orders WHERE id = ${held.id}`;
    return (await getCheckout(ctx, row?.checkoutToken ?? ''))?.changes;
  };
  expect(await checkout()).toMatchObject({ what: ['date', 'place'], before: { venue: 'Coliseu' } });
  await payOrder(ctx, { orderId: held.id, paymentReference: 'pay' });
  expect(await checkout()).toMatchObject({ what: ['date', 'place'] });
  const late = await buyTickets(ctx, shop);
  ctx.clock.advance(10 * MINUTE);
  expect(await tell()).toEqual([{ queued: 1 }]);
  expect(await subjectsOf(early)).toEqual(['New date and venue: Concert']);
  expect([...(await subjectsOf(held.id)), ...(await subjectsOf(late))]).toEqual([]);
});

test('a waiting mail has the news at its sending; without news it is dropped', async () => {
  const [one, two] = [await buyTickets(ctx, shop), await buyTickets(ctx, shop)];
  await change({ venue: 'Arena' });
  ctx.clock.advance(10 * MINUTE);
  await tell();
  expect(await subjectsOf(one)).toEqual(['New venue: Concert']);
  await change({ venue: 'Coliseu' });
  ctx.clock.advance(10 * MINUTE);
  expect((await tell()).at(-1)).toEqual({ queued: 1 });
  expect(await subjectsOf(one)).toHaveLength(2);
  expect(await subjectsOf(two)).toEqual([]);
  const states = await ctx.sql`SELECT state FROM ticket_mails WHERE order_id = ${two} AND kind = 'event'`;
  expect(states).toEqual([{ state: 'dropped' }]);
});

test('a mail with an unknown result is sent again, although the event has its old state again', async () => {
  const id = await buyTickets(ctx, shop);
  await mailsOf(id);
  await change({ venue: 'Arena' });
  ctx.clock.advance(10 * MINUTE);
  await tell();
  const dies: MailPort['send'] = async () => {
    throw new Error('killed');
  };
  const dying = { ...ctx, mail: { ...(ctx.mail as MailPort), keeps: false, send: dies } };
  await expect(sendTicketMail(dying, id)).rejects.toThrow('killed');
  await change({ venue: 'Coliseu' });
  const [mail] = await mailsOf(id);
  expect(mail?.text).toContain('You may have received this email before');
  expect(mail?.text).toContain('Coliseu, Lisbon');
});

test('a cancellation is mailed at once', async () => {
  const id = await buyTickets(ctx, shop);
  await change({ venue: 'Arena' });
  await change({ status: 'cancelled' });
  expect(await tell()).toEqual(['superseded', { queued: 1 }]);
  const mails = await mailsOf(id);
  expect(mails.map(({ subject }) => subject)).toEqual(['Cancelled: Concert']);
  // Codes that open nothing need no care.
  expect(mails[0]?.text).not.toContain('Each code works once');
});

test('an order with an unknown last announcement gets the mail of the change', async () => {
  const id = await buyTickets(ctx, shop);
  await ctx.sql`UPDATE order_pages SET announced = NULL WHERE order_id = ${id}`;
  await change({ venue: 'Arena' });
  ctx.clock.advance(10 * MINUTE);
  expect(await tell()).toEqual([{ queued: 1 }]);
  expect(await subjectsOf(id)).toEqual(['New venue: Concert']);
});
