// Several seconds: a buyer's way from the payment page to the door, with the workers that take part in it.

import { buildApp } from '../../api/app.js';
import type { App } from '../../api/http/access.js';
import { updateEvent } from '../../src/catalogue/update-event.js';
import { eraseBuyer } from '../../src/orders/buyers.js';
import { refundSale } from '../../src/orders/refunds.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { ticketMailsWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { ticketMailJob } from '../../src/tickets/jobs.js';
import { createOrganizerKey } from '../../src/tickets/organizer-keys.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { bearer } from '../support/api.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { buyTickets, ticketsOf } from '../support/data/tickets.js';
import { checkJob } from '../support/jobs.js';
import { type MailServer, mailSettings, startMailServer } from '../support/outside/mail-server.js';
import { attachment, readMail } from '../support/read/read-mail.js';
import { HAS_POPPLER, qrCodesOf } from '../support/read/read-pdf.js';
import { Markers } from '../support/sentinel/markers.js';
import { databasePlaces, temporalPlaces } from '../support/sentinel/places.js';
import { deleteSchedules, pauseClock, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let server: MailServer;
let ctx: TestContext;
let temporal: TemporalClient;
let worker: RunningWorker;
let app: App;
let shop: Shop;
const markers = new Markers();
const buyer = { email: markers.email(), name: markers.name() };

beforeAll(async () => {
  server = await startMailServer();
  ctx = await createTestContext({
    now: new Date().toISOString(),
    env: { ...mailSettings(server), ANNOUNCE_CHANGES_AFTER: '0s' },
  });
  temporal = createTemporalClient(ctx.config);
  await pauseClock(ctx, 'ticket-mail');
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  app = await buildApp(ctx);
  shop = await openShop(ctx, { capacity: 100 });
});
afterAll(async () => {
  await app?.close();
  await worker?.stop();
  await deleteSchedules(temporal);
  await temporal?.close();
  await ctx?.close();
  await server?.close();
});
beforeEach(() => {
  server.received.length = 0;
});

async function mails(count: number) {
  await waitFor(() => server.received.length >= count, { what: `${count} mails` });
  return Promise.all(server.received.map(({ raw }) => readMail(raw)));
}

test('bought, paid, mailed, let in, refunded in part', async () => {
  const door = await createOrganizerKey(ctx, { organizer: 'shop' });
  const check = async (code = '') => {
    const headers = bearer(door);
    return (await app.inject({ method: 'POST', url: '/organizer/tickets/check', headers, payload: { code } })).json();
  };
  const id = await buyTickets(ctx, shop, { quantity: 2, buyer });
  const [mail] = await mails(1);
  expect(mail?.to).toEqual([{ address: buyer.email, name: '' }]);
  expect(mail && attachment(mail, 'event.ics').toString()).toMatch(/^BEGIN:VCALENDAR/);
  const codes = (await ticketsOf(ctx, id)).map(({ code }) => code);
  if (HAS_POPPLER && mail) expect(await qrCodesOf(attachment(mail, 'tickets.pdf'))).toEqual(codes);

  expect(await check(codes[0])).toMatchObject({ result: 'valid' });
  expect(await check(codes[0])).toMatchObject({ result: 'used' });
  await refundSale(ctx, { id, tickets: 1 });
  const [, refund] = await mails(2);
  expect(refund?.text).toContain(`No longer valid: Ticket 2 of 2 (Standing, …${codes[1]?.slice(-5)})`);
  expect(await check(codes[1])).toMatchObject({ result: 'void', reason: 'refunded' });

  await expect(temporal.client.workflow.getHandle(ticketMailsWorkflowId(id)).describe()).rejects.toThrow('not found');
});

test('a mail that is not taken at once gets a workflow, which repeats it', async () => {
  server.refuse(451);
  const id = await buyTickets(ctx, shop, { buyer });
  await mails(1);
  const handle = temporal.client.workflow.getHandle(ticketMailsWorkflowId(id));
  expect(await handle.result()).toEqual({ state: 'sent' });
  const described = await waitFor(async () => {
    const found = await handle.describe();
    return found.searchAttributes.State?.[0] === 'sent' && found;
  });
  expect(described.searchAttributes).toMatchObject({ OrderId: [id], EventId: [shop.eventId], Mode: ['live'] });
});

test('a mail whose announcement was lost is found by the sweeper', async () => {
  const id = await buyTickets(ctx, shop, { buyer });
  await mails(1);
  await waitFor(async () => (await ctx.sql`SELECT FROM ticket_mails WHERE order_id = ${id} AND state = 'sent'`).length);
  // An order whose announcement is still in the outbox is not lost, and it goes in a transaction of its own.
  await waitFor(
    async () => (await ctx.sql`SELECT FROM outbox WHERE topic = 'tickets.mail' AND key = ${id}`).length === 0,
  );
  await ctx.sql`
    INSERT INTO ticket_mails (id, order_id, kind, reason_key, created_at)
    VALUES ('mail_lost', ${id}, 'resend', 'resend/9', ${new Date(ctx.clock.now().getTime() - 61_000)})`;
  expect(await checkJob(ctx, temporal, ticketMailJob)).toBe(1);
  const [, again] = await mails(2);
  expect(again?.subject).toBe('Your tickets (sent again): Concert');
});

test('buyers of an event that is postponed, moved and cancelled get one mail each time', async () => {
  const other = await openShop(ctx, { capacity: 100 });
  const ids = [await buyTickets(ctx, other, { buyer }), await buyTickets(ctx, other, { buyer })];
  await mails(2);
  server.received.length = 0;
  const announced = async (subject: string) => {
    const found = await mails(2);
    expect(found.map((mail) => mail.subject)).toEqual([subject, subject]);
    server.received.length = 0;
    await waitFor(async () => (await ctx.sql`SELECT FROM event_announcements WHERE state = 'sending'`).length === 0);
  };
  await updateEvent(ctx, other.eventId, { status: 'postponed' });
  await announced('Postponed: Concert');
  await updateEvent(ctx, other.eventId, { status: 'rescheduled', starts_at: '2027-06-01T20:00:00Z' });
  await announced('New date: Concert');
  await updateEvent(ctx, other.eventId, { short_description: 'Another word.' });
  await updateEvent(ctx, other.eventId, { status: 'cancelled' });
  await announced('Cancelled: Concert');
  for (const id of ids)
    expect(await ticketsOf(ctx, id)).toMatchObject([{ state: 'void', voidReason: 'event_cancelled' }]);
  const announcements = await ctx.sql`SELECT kind, state, queued FROM event_announcements ORDER BY number`;
  expect(announcements.map(({ kind, state, queued: orders }) => [kind, state, orders])).toEqual([
    ['postponed', 'sent', 2],
    ['rescheduled', 'sent', 2],
    ['cancelled', 'sent', 2],
  ]);
});

test('the buyer is in the order and the mail, and nowhere else; once erased, nowhere', async () => {
  await waitFor(async () => (await temporalPlaces(temporal)).some(({ name }) => name.endsWith('ticketMails')));
  const places = [...(await temporalPlaces(temporal)), ...(await databasePlaces(ctx.sql))];
  const found = places.filter(({ text }) => markers.in(text).length > 0).map(({ name }) => name);
  expect([...new Set(found)].sort()).toEqual(['database orders.buyer_email', 'database orders.buyer_name']);
  await eraseBuyer(ctx, { email: buyer.email });
  const left = (await databasePlaces(ctx.sql)).filter(({ text }) => markers.in(text).length > 0);
  expect(left.map(({ name }) => name)).toEqual([]);
});
