import { parse } from 'csv-parse/sync';
import { checkTicket } from '../../src/tickets/check-ticket.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { buyTickets, refundBuyers, ticketsOf } from '../support/data/tickets.js';

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 50 });
});
afterAll(() => ctx.close());

const auditOf = async (action: string) =>
  ctx.sql`SELECT object_id, details FROM audit_log WHERE action = ${action} ORDER BY id DESC LIMIT 1`;

test('order show has the tickets and mails of an order, and no code', async () => {
  const id = await buyTickets(ctx, shop, { quantity: 2 });
  await sendTicketMail(ctx, id);
  const { code, out } = await runCli(ctx, ['order', 'show', id]);
  expect(code).toBe(0);
  expect(out).toMatch(/tik_\w+ +1 +Standing +valid/);
  expect(out).toMatch(/mail_\w+ +tickets +sent/);
  for (const ticket of await ticketsOf(ctx, id)) expect(out).not.toContain(ticket.code.slice(0, 5));
  // As a bounce names it.
  const [mail = ''] = /mail_\w+/.exec(out) ?? [];
  expect((await runCli(ctx, ['order', 'show', mail])).out).toBe(out);
  expect((await runCli(ctx, ['order', 'show', 'ord_none'])).code).toBe(1);
});

test('mail list has mails that are late or were refused, until the address is corrected', async () => {
  const refused = await buyTickets(ctx, shop);
  const waiting = await buyTickets(ctx, shop);
  // Commands run by the machine's clock.
  const mark = (orderId: string, set: Record<string, unknown>) =>
    ctx.sql`UPDATE ticket_mails SET ${ctx.sql(set)} WHERE order_id = ${orderId}`;
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await mark(refused, { state: 'refused', attempts: 1, answer: 550, created_at: ago(30), ended_at: ago(30) });
  await mark(waiting, { created_at: ago(20) });
  const unsent = async (...options: string[]) => {
    const { out } = await runCli(ctx, ['--json', 'mail', 'list', ...options]);
    const { mails } = JSON.parse(out) as { mails: { order_id: string; state: string; answer: number | null }[] };
    const found = mails.filter(({ order_id }) => [refused, waiting].includes(order_id));
    return found.map(({ order_id, state, answer }) => [order_id, state, answer]);
  };
  expect(await unsent()).toEqual([
    [waiting, 'queued', null],
    [refused, 'refused', 550],
  ]);
  expect(await unsent('--minutes', '25')).toEqual([[refused, 'refused', 550]]);
  const { out } = await runCli(ctx, ['mail', 'list']);
  expect(out).toMatch(new RegExp(`mail_\\w+ +${refused} +ticket_tickets +refused +1 +550`));
  await runCli(ctx, ['tickets', 'correct', refused, '--email', 'right@example.org']);
  await sendTicketMail(ctx, refused);
  expect(await unsent('--minutes', '25')).toEqual([]);
});

test('a corrected address gets new codes and a new link; the old ones open nothing', async () => {
  const id = await buyTickets(ctx, shop, { buyer: { email: 'mistyped@example.org', name: 'Ada' } });
  const before = { code: (await ticketsOf(ctx, id))[0]?.code ?? '', url: await orderPageUrl(ctx, id) };
  const done = await runCli(ctx, ['tickets', 'correct', id, '--email', '-'], { stdin: 'right@example.org\n' });
  expect([done.code, done.err]).toEqual([0, '']);
  const after = { code: (await ticketsOf(ctx, id))[0]?.code ?? '', url: await orderPageUrl(ctx, id) };
  expect(after.url).not.toBe(before.url);
  const check = (code: string) => checkTicket(ctx, { organizerId: 'org_shop', keyId: 'okey_x', code, eventId: null });
  expect(await check(before.code)).toMatchObject({ result: 'unknown' });
  expect(await check(after.code)).toMatchObject({ result: 'valid' });
  await sendTicketMail(ctx, id);
  const mails = await ctx.sql`SELECT kind, state FROM ticket_mails WHERE order_id = ${id} ORDER BY number`;
  expect(mails.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['tickets dropped', 'corrected sent']);
  const [row] = await auditOf('tickets.correct');
  expect(JSON.stringify(row)).not.toContain('example.org');
  expect(row).toMatchObject({ objectId: id });
});

test('an erased buyer has no address to correct', async () => {
  const id = await buyTickets(ctx, shop);
  await runCli(ctx, ['buyer', 'erase', '--order', id]);
  const { code, err } = await runCli(ctx, ['tickets', 'correct', id, '--email', 'a@example.org']);
  expect([code, err]).toEqual([1, expect.stringContaining('its buyer was erased')]);
});

test('void takes valid tickets out of use', async () => {
  const id = await buyTickets(ctx, shop, { quantity: 2 });
  expect((await runCli(ctx, ['tickets', 'void', id])).out).toBe('2 tickets are void\n');
  expect((await ticketsOf(ctx, id)).map(({ state }) => state)).toEqual(['void', 'void']);
  expect((await runCli(ctx, ['tickets', 'void', id])).code).toBe(1);
  expect(await auditOf('tickets.void')).toMatchObject([{ objectId: id, details: { tickets: 2 } }]);
});

test('a revoked page has no link any more', async () => {
  const id = await buyTickets(ctx, shop);
  expect((await runCli(ctx, ['tickets', 'revoke-page', id])).out).toBe('revoked\n');
  expect(await orderPageUrl(ctx, id)).toBeNull();
});

test('a door list is CSV with names and codes that runs no formula, and is in the audit log', async () => {
  const evil = { email: 'e@example.org', name: '=HYPERLINK("https://evil.example")' };
  const id = await buyTickets(ctx, shop, { quantity: 2, buyer: evil });
  const { code, out } = await runCli(ctx, ['tickets', 'door-list', '--event', shop.eventId]);
  expect(code).toBe(0);
  const rows: Record<string, string>[] = parse(out, { columns: true, bom: true });
  const codes = (await ticketsOf(ctx, id)).map((ticket) => ticket.code);
  expect(rows.map((row) => row.code?.replaceAll('-', ''))).toEqual(codes);
  expect(rows.map((row) => row.name?.[0])).toEqual(["'", "'"]);
  expect(out).not.toContain('e@example.org');
  expect(await auditOf('tickets.door_list')).toMatchObject([{ objectId: shop.eventId, details: {} }]);
  expect((await runCli(ctx, ['tickets', 'door-list', '--event', 'evt_none'])).code).toBe(1);
});

test('door keys are created, listed and revoked', async () => {
  const made = await runCli(ctx, ['--json', 'door-key', 'create', '--organizer', 'shop', '--name', 'Door A']);
  const { id, key } = JSON.parse(made.out);
  expect(key).toMatch(/^tt_og_[0-9A-Za-z]{40}$/);
  const list = await runCli(ctx, ['door-key', 'list', '--organizer', 'shop']);
  expect(list.out).toMatch(new RegExp(`${id} +org_shop +…${key.slice(-4)} +active .*Door A`));
  expect((await runCli(ctx, ['door-key', 'revoke', id])).out).toBe(`${id} revoked\n`);
  expect((await runCli(ctx, ['door-key', 'create', '--organizer', 'nobody'])).code).toBe(1);
});

test.each(['en', 'de'])('every mail can be looked at (%s)', async (language) => {
  const { out } = await runCli(ctx, ['mail', 'preview', 'refund', '--language', language]);
  expect(out).toContain(
    language === 'de' ? 'Ihre Erstattung: Concert in the Park' : 'Your refund: Concert in the Park',
  );
  const html = await runCli(ctx, ['mail', 'preview', 'tickets', '--language', language, '--html']);
  expect(html.out).toContain(`<html lang="${language}">`);
});

test('announcements are listed', async () => {
  expect((await runCli(ctx, ['--json', 'announcement', 'list'])).out).toBe('{\n  "announcements": []\n}\n');
  const { code, err } = await runCli(ctx, ['announcement', 'pause', 'ann_none']);
  expect([code, err]).toEqual([1, expect.stringContaining('There is no announcement')]);
});

test('refunds of cancelled events are listed, paused and resumed', async () => {
  const shop = await openShop(ctx);
  await buyTickets(ctx, shop);
  await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;
  await ctx.sql`
    INSERT INTO event_refunds (event_id, cancelled_at, due_at)
    VALUES (${shop.eventId}, ${ctx.clock.now()}, ${new Date(ctx.clock.now().getTime() + 86_400_000)})`;
  const listed = async () => JSON.parse((await runCli(ctx, ['--json', 'event-refunds', 'list'])).out).events;
  expect((await runCli(ctx, ['event-refunds', 'pause', shop.eventId])).out).toContain('are paused');
  expect(await listed()).toMatchObject([
    { event_id: shop.eventId, state: 'open', paused_by: expect.any(String), waiting: 1 },
  ]);
  await runCli(ctx, ['event-refunds', 'resume', shop.eventId, '--now']);
  expect(await listed()).toMatchObject([{ paused_by: null }]);
  await refundBuyers(ctx, shop.eventId);
  expect(await listed()).toMatchObject([{ state: 'refunded', refunded: 1 }]);
  const { code, err } = await runCli(ctx, ['event-refunds', 'pause', 'evt_none']);
  expect([code, err]).toEqual([1, 'There is no event evt_none.\n']);
});
