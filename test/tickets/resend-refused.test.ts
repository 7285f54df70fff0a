import { sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { listUndeliveredMails, resendRefused } from '../../src/tickets/unsent-mails.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { buyTickets, ticketsOf } from '../support/data/tickets.js';
import { type MailServer, mailSettings, startMailServer } from '../support/outside/mail-server.js';

let server: MailServer;
let ctx: TestContext;
beforeAll(async () => {
  server = await startMailServer();
  ctx = await createTestContext({ env: mailSettings(server) });
});
afterAll(async () => {
  await ctx?.close();
  await server?.close();
});

test('refused mails are listed, and sent again in bulk with the same codes', async () => {
  const shop = await openShop(ctx);
  const before = ctx.clock.now();
  const orders = [await buyTickets(ctx, shop), await buyTickets(ctx, shop), await buyTickets(ctx, shop)];
  const codes = await Promise.all(orders.map(async (id) => (await ticketsOf(ctx, id)).map(({ code }) => code)));
  for (const id of orders) {
    server.refuse('550 5.1.1');
    expect(await sendTicketMail(ctx, id)).toMatchObject({ state: 'refused' });
  }
  const refused = { minutes: 0, since: before, refusedOnly: true, limit: 10 };
  expect((await listUndeliveredMails(ctx, refused)).map(({ orderId, answer }) => [orderId, answer]).sort()).toEqual(
    orders.map((id) => [id, 550]).sort(),
  );

  ctx.clock.advance(40 * 86_400_000);
  expect(await resendRefused(ctx, ctx.clock.now())).toBe(0);
  await ctx.sql`DELETE FROM outbox`;
  expect(await resendRefused(ctx, before)).toBe(3);
  expect((await ctx.sql`SELECT key FROM outbox WHERE topic = 'tickets.mail'`).map(({ key }) => key).sort()).toEqual(
    [...orders].sort(),
  );
  for (const id of orders) expect(await sendTicketMail(ctx, id)).toEqual({ state: 'sent', more: false });
  expect(server.received).toHaveLength(3);
  expect(await Promise.all(orders.map(async (id) => (await ticketsOf(ctx, id)).map(({ code }) => code)))).toEqual(
    codes,
  );
  expect(await listUndeliveredMails(ctx, { ...refused, refusedOnly: false })).toEqual([]);
  expect(await resendRefused(ctx, before)).toBe(0);
});
