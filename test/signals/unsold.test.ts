import { DAY, dayOf, MINUTE } from '../../src/core/time.js';
import { askAboutSales } from '../../src/orders/inquiries.js';
import { deleteOldSignals } from '../../src/signals/delete-old-signals.js';
import { readFunnel } from '../../src/signals/funnel.js';
import { listOpeningsNear, readUnsold } from '../../src/signals/unsold.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { browserOf } from '../support/dashboard/dashboard.js';
import { signIn } from '../support/dashboard/members.js';
import { addTicketedEvent, type TicketedEventOptions } from '../support/data/build.js';
import { formFields } from '../support/read/forms.js';
import { waitFor } from '../support/wait-for.js';

let api: TestApi;
let ref: string;
beforeAll(async () => {
  api = await createTestApi();
  await deleteOldSignals(api.ctx);
  const [key] = await api.ctx.sql<{ ref: string }[]>`SELECT ref FROM api_keys WHERE id = ${api.keys.website.id}`;
  ref = key?.ref ?? '';
});
afterAll(() => api.close());

const input = () => ({ companyId: api.companyId, mode: 'live' as const });
let opened = 0;
const ALL = { from: '2026-10-01', to: '2027-03-01' };

/** Opens a link as a visitor's browser does, and waits until it is counted. */
async function open(eventId: string, subId: string, headers = {}): Promise<Record<string, string>> {
  const { body } = await api.app.inject({ url: `/buy/${eventId}?ref=${ref}&sub_id=${subId}`, headers });
  opened += 1;
  await waitFor(
    async () =>
      (await readFunnel(api.ctx, { ...input(), ...ALL }, { by: 'day', money: true })).total.checkouts === opened,
  );
  api.ctx.clock.advance(MINUTE);
  return formFields(body);
}

async function order(
  eventId: string,
  fields: Record<string, string>,
  status: string,
  commissionMinor?: number,
): Promise<void> {
  const payload = new URLSearchParams({ ...fields, name: 'Berta Buyer', email: 'berta@example.com' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await api.app.inject({ method: 'POST', url: `/buy/${eventId}`, headers, payload });
  expect(answer.statusCode).toBe(303);
  const token = String(answer.headers.location).split('/').at(-1) ?? '';
  await api.ctx.sql`UPDATE orders SET status = ${status} WHERE checkout_token = ${token}`;
  if (commissionMinor === undefined) return;
  await api.ctx.sql`
    INSERT INTO sales (id, order_id, company_id, key_id, mode, source, event_id, sub_id, quantity, price_minor, paid_minor, order_currency,
      rewarded_quantity, commission_minor, currency, budgeted, created_at)
    SELECT 'sale_' || id, id, company_id, key_id, mode, source, event_id, sub_id, quantity, 4000, total_minor, currency,
      CASE WHEN ${commissionMinor} = 0 THEN 0 ELSE 1 END, ${commissionMinor}, 'EUR', false, ${api.ctx.clock.now()}
    FROM orders WHERE checkout_token = ${token}`;
}

test('each opened link has its reason, as far as it is known, and sales are not among them', async () => {
  const event = async (options: TicketedEventOptions = {}) => (await addTicketedEvent(api.ctx, options)).eventId;
  const night = await event();
  await order(night, await open(night, 'sold'), 'paid', 500);
  await order(night, await open(night, 'refunded'), 'refunded', 500);
  await order(night, await open(night, 'expired'), 'expired');
  await order(night, await open(night, 'waiting'), 'awaiting_payment');
  await order(night, await open(night, 'unrewarded'), 'paid', 0);
  await open(night, 'nothing');
  await open(night, 'twice');
  await order(night, await open(night, 'twice'), 'paid', 500);
  await open(await event({ status: 'postponed' }), 'postponed');
  await open(await event({ capacity: 0 }), 'full');
  await open(await event({ reward: null }), 'pays-nothing');
  await open(await event({ reward: { kind: 'flat', amountMinor: 500 }, budgetMinor: 0 }), 'spent');

  const unsold = await readUnsold(api.ctx, input());
  const reasonOf = Object.fromEntries(unsold.newest.map(({ reason, subId }) => [subId, reason]));
  expect(reasonOf).toEqual({
    refunded: 'refunded',
    expired: 'hold_expired',
    waiting: 'awaiting_payment',
    unrewarded: 'no_reward',
    nothing: 'unknown',
    twice: 'later',
    postponed: 'not_on_sale',
    full: 'sold_out',
    'pays-nothing': 'no_reward',
    spent: 'no_reward',
  });
  expect(unsold).toMatchObject({ opened, sold: 2 });
  expect(unsold.reasons[0]).toEqual({ reason: 'no_reward', count: 3 });
  expect(unsold.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(opened - 2);
  const one = await readUnsold(api.ctx, { ...input(), subId: 'full' });
  expect(one).toMatchObject({ opened: 1, sold: 0, reasons: [{ reason: 'sold_out', count: 1 }] });
});

test('the page shows the last seven of the days first, and all that are kept when they are wanted', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  await open(eventId, 'long-ago');
  api.ctx.clock.advance(10 * DAY);
  await deleteOldSignals(api.ctx);
  await open(eventId, 'lately');
  const owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  const read = (query: Record<string, string> = {}) =>
    owner.read('/funnel/unsold', { mode: 'live', event_id: eventId, ...query });
  const back = (days: number) => dayOf(new Date(api.ctx.clock.now().getTime() - days * DAY));
  const under = ({ newest }: { newest: { sub_id: string }[] }) => newest.map(({ sub_id: subId }) => subId);
  const week = await read();
  expect(week).toMatchObject({ from: back(6), to: back(0), earlier: true, opened: 1 });
  expect(under(week)).toEqual(['lately']);
  const whole = await read({ span: 'all', from: back(100) });
  expect(whole).toMatchObject({ from: back(35), to: back(0), earlier: false, opened: 2 });
  expect(under(whole)).toEqual(['lately', 'long-ago']);
  // The last seven of the chosen days, or fewer.
  expect(under(await read({ to: back(5) }))).toEqual(['long-ago']);
  expect(await read({ from: back(3) })).toMatchObject({ from: back(3), earlier: false, opened: 1 });
});

test('openings without a visitor are not counted: a prefetch, a HEAD, an unknown code, a link of another mode', async () => {
  const { eventId } = await addTicketedEvent(api.ctx);
  const sample = await addTicketedEvent(api.ctx, { test: true });
  const url = `/buy/${eventId}?ref=${ref}`;
  await api.app.inject({ url, headers: { 'sec-purpose': 'prefetch;prerender' } });
  await api.app.inject({ method: 'HEAD', url });
  await api.app.inject({ url: `/buy/${eventId}?ref=nobody` });
  await api.app.inject({ url: `/buy/${sample.eventId}?ref=${ref}` });
  // Counted after the others, if they were.
  await open(eventId, 'visitor');
  const { rows } = await readFunnel(api.ctx, { ...input(), eventId }, { by: 'sub_id', money: true });
  expect(rows).toMatchObject([{ key: 'visitor', checkouts: 1 }]);
});

test('signals are kept for 35 days and counted for longer; a day without a partition is still counted', async () => {
  const { ctx } = api;
  const { eventId } = await addTicketedEvent(ctx);
  await open(eventId, 'old');
  const kept = async () => (await ctx.sql`SELECT FROM signals WHERE event_id = ${eventId}`).length;
  expect(await kept()).toBe(1);
  ctx.clock.advance(36 * 24 * 60 * MINUTE);
  // The Schedule has not run: there is no partition for today.
  await ctx.sql`DELETE FROM signals_seen`;
  await open(eventId, 'unkept');
  expect(await kept()).toBe(1);
  await deleteOldSignals(ctx);
  expect(await kept()).toBe(0);
  const { total } = await readFunnel(ctx, { ...input(), ...ALL, eventId }, { by: 'day', money: true });
  expect(total.checkouts).toBe(2);
  await open(eventId, 'again');
  expect(await kept()).toBe(1);
});

test('operators see which openings a missed sale may be about: the click id first, then the nearest, within a day', async () => {
  const { eventId } = await addTicketedEvent(api.ctx, { status: 'postponed' });
  const before = api.ctx.clock.now();
  await open(eventId, 'first');
  await open(eventId, 'second');
  await open((await addTicketedEvent(api.ctx)).eventId, 'second');
  const near = (subId: string | null, at = before) =>
    listOpeningsNear(api.ctx, { companyId: api.companyId, eventId, subId, at });
  expect((await near('second')).map(({ subId, obstacle }) => [subId, obstacle])).toEqual([
    ['second', 'not_on_sale'],
    ['first', 'not_on_sale'],
  ]);
  expect((await near(null)).map(({ subId }) => subId)).toEqual(['first', 'second']);
  expect(await near('second', new Date(before.getTime() - 2 * DAY))).toEqual([]);
  const member = await signIn(api.ctx, { companyId: api.companyId, email: 'f@example.org', role: 'finance' });
  const [asked] = await askAboutSales(api.ctx, {
    ...{ companyId: api.companyId, mode: 'live', askedBy: member.memberId },
    missed: [{ eventId, subId: 'second', boughtAt: before }],
  });
  const { out } = await runCli(api.ctx, ['inquiry', 'show', String(asked?.id)]);
  expect(out).toMatch(/second +not_on_sale/);
});
