import ICAL from 'ical.js';
import { refundOrder } from '../../src/orders/refunds.js';
import type { Context } from '../../src/platform/context/context.js';
import { readMailbox } from '../../src/platform/mail/read-mailbox.js';
import { MailNotTaken, type MailPort } from '../../src/platform/mail/transport/port.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';
import { ticketMailJob } from '../../src/tickets/jobs.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { sendFirstMail, sendLateMail, sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { findUnsentOrders } from '../../src/tickets/sql/ticket-mails.js';
import { beAwayOnce } from '../support/away-once.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { ADA, buyTickets, ticketsOf } from '../support/data/tickets.js';
import { drainOf } from '../support/jobs.js';
import { type MailServer, mailSettings, startMailServer } from '../support/outside/mail-server.js';
import { attachment, readMail } from '../support/read/read-mail.js';
import { HAS_POPPLER, pdfPages, qrCodesOf } from '../support/read/read-pdf.js';
import { waitFor } from '../support/wait-for.js';

let server: MailServer;
let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  server = await startMailServer();
  ctx = await createTestContext({ env: mailSettings(server) });
  shop = await openShop(ctx, { capacity: 100 });
});
beforeEach(() => {
  server.received.length = 0;
});
afterAll(async () => {
  await ctx?.close();
  await server?.close();
});

const send = (orderId: string, as: Context = ctx) => sendTicketMail(as, orderId);
const REPEATED = /You may have received this email before/;
/** A process that is killed when the mail server has taken the mail. */
const crashing = (): Context => {
  const port = ctx.mail as MailPort;
  const sendAndDie: MailPort['send'] = async (mail) => {
    await port.send(mail);
    throw new Error('killed');
  };
  return { ...ctx, mail: { ...port, send: sendAndDie } };
};
const received = () => Promise.all(server.received.map(({ raw }) => readMail(raw)));
const mailRow = async (orderId: string) => {
  const [row] = await ctx.sql`
    SELECT state, attempts, in_doubt, repeats, answer FROM ticket_mails WHERE order_id = ${orderId}`;
  return row;
};

test('the tickets come as PDF with a calendar file, text and HTML', async () => {
  const id = await buyTickets(ctx, shop, { quantity: 2 });
  expect(await send(id)).toEqual({ state: 'sent', more: false });
  const [mail] = await received();
  if (!mail) throw new Error('no mail came');
  expect(mail.to).toEqual([{ address: ADA.email, name: '' }]);
  expect(mail.subject).toBe('Your tickets: Concert');
  expect(mail.text).toContain(await orderPageUrl(ctx, id));
  expect(mail.html).toContain('prefers-color-scheme:dark');
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  const calendar = new ICAL.Component(ICAL.parse(attachment(mail, 'event.ics').toString()));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  expect([event.summary, event.startDate.toString()]).toEqual(['Concert', '2026-12-02T09:00:00Z']);
  expect(`${mail.text}${mail.html}${attachment(mail, 'event.ics')}`).not.toMatch(/Ada|Łovelace/);
  expect(attachment(mail, 'tickets.pdf').subarray(0, 8).toString()).toMatch(/^%PDF-1\./);
  expect(await send(id)).toEqual({ state: 'none', more: false });
  expect(server.received).toHaveLength(1);
});

(HAS_POPPLER ? test : test.skip)('outside readers read every ticket and its code', async () => {
  const id = await buyTickets(ctx, shop, { quantity: 3 });
  await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  await send(id);
  const [mail] = await received();
  const pdf = mail && attachment(mail, 'tickets.pdf');
  if (!pdf) throw new Error('no mail came');
  const [one, two] = await ticketsOf(ctx, id);
  const pages = await pdfPages(pdf);
  expect(pages).toHaveLength(3);
  for (const text of pages) {
    expect(text).toContain('Concert');
    expect(text).toContain(ADA.name);
    expect(text).toMatch(/Wednesday,? 2 December 2026 at 09:00 \(Europe\/Lisbon\)/);
    expect(text).toContain('Coliseu, Lisbon, Portugal');
  }
  expect(pages[2]).toContain('Ticket: refunded');
  expect(await qrCodesOf(pdf)).toEqual([one?.code, two?.code, null]);
});

test('a refund says which tickets are void and which are not', async () => {
  const id = await buyTickets(ctx, shop, { quantity: 3 });
  await send(id);
  server.received.length = 0;
  await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  await send(id);
  const [mail] = await received();
  const [, , third] = await ticketsOf(ctx, id);
  expect(mail?.subject).toBe('Your refund: Concert');
  expect(mail?.text).toContain(`No longer valid: Ticket 3 of 3 (Standing, …${third?.code.slice(-5)}).`);
  expect(mail?.text).toMatch(/Still valid: Ticket 1 of 3 .*, Ticket 2 of 3/);
  expect(mail?.text).toContain('We are refunding €12.50');
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['event.ics']);
});

test('a crash between sent and recorded: the next one has the same Message-ID and says that it may be a repeat', async () => {
  const id = await buyTickets(ctx, shop);
  await expect(send(id, crashing())).rejects.toThrow('killed');
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1, inDoubt: true });
  expect(await send(id)).toMatchObject({ state: 'sent' });
  const [first, second] = await received();
  expect(first?.messageId).toBe(second?.messageId);
  expect([REPEATED.test(first?.text ?? ''), REPEATED.test(second?.text ?? '')]).toEqual([false, true]);
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, inDoubt: false, repeats: 1 });
});

describe('a database that is away when the server has the mail', () => {
  let comeBack: () => Promise<void>;
  beforeEach(async () => {
    comeBack = await beAwayOnce(ctx.sql, 'ticket_mails');
  });
  afterEach(() => comeBack());

  it('is waited for, and the mail is not sent again', async () => {
    const id = await buyTickets(ctx, shop);
    expect(await sendFirstMail(ctx, id)).toBe('ended');
    expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 1, inDoubt: false, repeats: 0 });
    expect(server.received).toHaveLength(1);
  });

  it('is not waited for by a process that ends', async () => {
    const id = await buyTickets(ctx, shop);
    const ending = new AbortController();
    const port = ctx.mail as MailPort;
    const send: MailPort['send'] = async (mail) => {
      const answer = await port.send(mail);
      ending.abort();
      return answer;
    };
    await expect(sendTicketMail({ ...ctx, mail: { ...port, send } }, id, ending.signal)).rejects.toThrow('starting up');
    expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1, inDoubt: true });
    expect(await sendTicketMail(ctx, id)).toMatchObject({ state: 'sent' });
  });
});

test('an attempt that fails late does not change the attempt that began after it', async () => {
  const id = await buyTickets(ctx, shop);
  const fail: MailPort['send'] = async () => {
    await expect(send(id, crashing())).rejects.toThrow('killed');
    throw new MailNotTaken('too late');
  };
  await expect(send(id, { ...ctx, mail: { ...(ctx.mail as MailPort), send: fail } })).rejects.toThrow('too late');
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 2, inDoubt: true, repeats: 1 });
  expect(await send(id)).toMatchObject({ state: 'sent' });
  const texts = (await received()).map(({ text = '' }) => REPEATED.test(text));
  expect(texts).toEqual([true, true]);
});

test('the first attempt needs no workflow; a failed or dead one leaves the mail to others, and no two run at once', async () => {
  const [whole, refused, killed, twice] = [
    await buyTickets(ctx, shop),
    await buyTickets(ctx, shop),
    await buyTickets(ctx, shop),
    await buyTickets(ctx, shop),
  ];
  expect(await sendFirstMail(ctx, whole)).toBe('ended');
  expect(await mailRow(whole)).toMatchObject({ state: 'sent', attempts: 1 });
  server.refuse(451);
  expect(await sendFirstMail(ctx, refused)).toBe('failed');
  expect(await sendFirstMail(ctx, refused)).toBe('left');
  expect(await send(refused)).toMatchObject({ state: 'sent' });
  expect(server.received).toHaveLength(2);

  // A process that is killed says nothing any more, neither that it ended nor that it failed.
  let died = () => {};
  const dead = new Promise<void>((resolve) => {
    died = resolve;
  });
  const port = ctx.mail as MailPort;
  const dying: MailPort['send'] = async (mail) => {
    await port.send(mail);
    died();
    return new Promise(() => {});
  };
  void sendFirstMail({ ...ctx, mail: { ...port, send: dying } }, killed);
  await dead;
  const unsent = async () => {
    const before = new Date(ctx.clock.now().getTime() + 1);
    return (await findUnsentOrders(ctx.sql, { before, after: null, limit: 1_000 })).map(({ subject }) => subject);
  };
  await ctx.sql`DELETE FROM outbox WHERE topic = 'tickets.mail' AND key = ${killed}`;
  expect(await unsent()).not.toContain(killed);
  await expect(send(killed)).rejects.toThrow('under way');
  await ctx.sql`UPDATE ticket_mails SET claimed_until = claimed_until - interval '150 seconds' WHERE order_id = ${killed}`;
  expect(await unsent()).toContain(killed);
  expect(await send(killed)).toMatchObject({ state: 'sent' });
  expect(await mailRow(killed)).toMatchObject({ attempts: 2, repeats: 1 });

  server.received.length = 0;
  expect((await Promise.all([sendFirstMail(ctx, twice), sendFirstMail(ctx, twice)])).sort()).toEqual(['ended', 'left']);
  expect(server.received).toHaveLength(1);
});

test('a waiting mail whose workflow should run is sent by the sweeper, never during another attempt', async () => {
  const id = await buyTickets(ctx, shop);
  server.refuse(451);
  expect(await sendFirstMail(ctx, id)).toBe('failed');
  const before = new Date(ctx.clock.now().getTime() + 1);
  await sendLateMail(ctx, id, ctx.clock.now());
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1 });
  // A workflow is sending it: the result is not known until it reports.
  await ctx.sql`UPDATE ticket_mails SET in_doubt = true WHERE order_id = ${id}`;
  await sendLateMail(ctx, id, before);
  expect(server.received).toHaveLength(0);
  await ctx.sql`UPDATE ticket_mails SET in_doubt = false WHERE order_id = ${id}`;
  server.refuse(451);
  await expect(sendLateMail(ctx, id, before)).rejects.toThrow(MailNotTaken);
  await Promise.all([sendLateMail(ctx, id, before), sendLateMail(ctx, id, before)]);
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 3, repeats: 0 });
  expect(server.received).toHaveLength(1);
});

test('a mail that the server is slow to take holds up no batch, and a worker that ends waits for it', async () => {
  await ctx.sql`DELETE FROM outbox`;
  const id = await buyTickets(ctx, shop);
  const port = ctx.mail as MailPort;
  let answer = () => {};
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slowly: MailPort['send'] = async (mail) => {
    await answers;
    return port.send(mail);
  };
  const mails = drainOf({ ...ctx, mail: { ...port, send: slowly } }, {} as TemporalClient, ticketMailJob);
  expect(await mails.run()).toMatchObject({ done: 1, failed: 0 });
  expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1 });
  answer();
  await mails.settle?.();
  expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('an attempt that is cut off is in doubt only if the server has the whole mail', async () => {
  for (const [at, inDoubt] of [
    ['recipient', false],
    ['content', true],
  ] as const) {
    const id = await buyTickets(ctx, shop);
    const ending = new AbortController();
    server.fallSilent(at);
    const sending = sendFirstMail(ctx, id, ending.signal);
    await waitFor(() => server.waiting() === 1, { what: 'the silence' });
    ending.abort();
    expect(await sending).toBe('failed');
    server.fallSilent(null);
    expect(await mailRow(id)).toMatchObject({ state: 'queued', attempts: 1, inDoubt });
    expect(await send(id)).toMatchObject({ state: 'sent' });
    const [mail] = (await received()).slice(-1);
    expect(REPEATED.test(mail?.text ?? '')).toBe(inDoubt);
    await waitFor(() => server.waiting() === 0, { what: 'the connection to end' });
  }
});

test('a server that takes a mail and hangs up gets it again, marked', async () => {
  const id = await buyTickets(ctx, shop);
  server.hangUp(1);
  await expect(send(id)).rejects.toMatchObject({ name: 'MailNotTaken', inDoubt: true });
  expect(await send(id)).toMatchObject({ state: 'sent' });
  const [, second] = await received();
  expect(second?.text).toMatch(REPEATED);
});

test('a server that said no before is no reason to speak of a repeat', async () => {
  const id = await buyTickets(ctx, shop);
  server.refuse(451);
  await expect(send(id)).rejects.toMatchObject({ inDoubt: false, code: 451 });
  expect(await mailRow(id)).toMatchObject({ state: 'queued', inDoubt: false, answer: 451 });
  expect(await send(id)).toMatchObject({ state: 'sent' });
  const [mail] = await received();
  expect(mail?.text).not.toMatch(REPEATED);
});

test('an address that is refused for good is recorded with the reply, and costs other orders nothing', async () => {
  const [bad, good] = [await buyTickets(ctx, shop), await buyTickets(ctx, shop)];
  server.refuse('550 5.1.1');
  expect(await send(bad)).toEqual({ state: 'refused', more: false });
  expect(await mailRow(bad)).toMatchObject({ state: 'refused', answer: 550 });
  expect(await send(good)).toMatchObject({ state: 'sent' });
});

test('an erased buyer gets nothing', async () => {
  const id = await buyTickets(ctx, shop);
  await ctx.sql`UPDATE orders SET buyer_email = NULL, buyer_name = NULL, buyer_erased_at = now() WHERE id = ${id}`;
  expect(await send(id)).toEqual({ state: 'dropped', more: false });
  expect(server.received).toEqual([]);
});

test('tickets of a test order are samples, and never leave', async () => {
  const id = await buyTickets(ctx, shop, { mode: 'test' });
  expect(await send(id)).toMatchObject({ state: 'sent' });
  expect(server.received).toEqual([]);
  const here = { ...ctx, mail: { ...(ctx.mail as MailPort), keeps: true } };
  const [kept] = await readMailbox(here);
  expect(kept?.subject).toBe('SAMPLE: Your tickets: TEST EVENT — NO REAL MONEY Concert');
  expect(kept?.text).toContain('It is not valid for entry');
  expect(kept?.attachments?.map(({ name }) => name)).toEqual(['tickets.pdf', 'event.ics']);
});
