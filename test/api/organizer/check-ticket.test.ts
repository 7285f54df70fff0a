import { refundOrder } from '../../../src/orders/refunds.js';
import { createOrganizerKey, revokeOrganizerKey } from '../../../src/tickets/organizer-keys.js';
import { formatTicketCode } from '../../../src/tickets/rules/ticket-code.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addEvent, openShop, type Shop } from '../../support/data/build.js';
import { buyTickets, ticketsOf } from '../../support/data/tickets.js';

let api: TestApi;
let shop: Shop;
let door: { id: string; key: string };
beforeAll(async () => {
  api = await createTestApi();
  shop = await openShop(api.ctx, { capacity: 100 });
  door = await createOrganizerKey(api.ctx, { organizer: 'shop', name: 'Door A' });
});
afterAll(() => api.close());

const check = async (code: string, more: { event_id?: string; key?: { key: string } } = {}) => {
  const { key = door, ...rest } = more;
  const answer = await api.app.inject({
    method: 'POST',
    url: '/organizer/tickets/check',
    headers: bearer(key),
    payload: { code, ...rest },
  });
  return { status: answer.statusCode, ...answer.json() };
};
const codesOf = async (orderId: string) => (await ticketsOf(api.ctx, orderId)).map(({ code }) => code);
const codeOf = async (options: Parameters<typeof buyTickets>[2] = {}) =>
  (await codesOf(await buyTickets(api.ctx, shop, options)))[0] ?? '';

test('the first check lets in, the next one says when that was', async () => {
  const code = await codeOf();
  const first = await check(formatTicketCode(code).toLowerCase());
  expect(first).toMatchObject({
    status: 200,
    object: 'ticket_check',
    result: 'valid',
    ticket: { event_id: shop.eventId, position: 1, type: 'Standing' },
    reason: null,
  });
  api.ctx.clock.advance(90_000);
  expect(await check(code)).toMatchObject({ result: 'used', used_at: first.used_at, reason: null });
});

test('of twenty checks at once one lets in', async () => {
  const code = await codeOf();
  const results = await Promise.all(Array.from({ length: 20 }, () => check(code)));
  expect(results.map(({ result }) => result).sort()).toEqual([...Array(19).fill('used'), 'valid']);
});

test('a refunded ticket is void, the others are not', async () => {
  const id = await buyTickets(api.ctx, shop, { quantity: 2 });
  await refundOrder(api.ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  const [one = '', two = ''] = await codesOf(id);
  expect(await check(two)).toMatchObject({ result: 'void', reason: 'refunded' });
  expect(await check(one)).toMatchObject({ result: 'valid' });
});

test('a ticket of another event is void at this door, and stays valid at its own', async () => {
  const code = await codeOf();
  const other = await addEvent(api.ctx, {});
  expect(await check(code, { event_id: other })).toMatchObject({ result: 'void', reason: 'other_event' });
  expect(await check(code, { event_id: shop.eventId })).toMatchObject({ result: 'valid' });
});

test('an event that is not the organizer’s is an error, and the ticket stays valid', async () => {
  const code = await codeOf();
  for (const one of [code, 'nothing']) {
    expect(await check(one, { event_id: 'evt_nowhere' })).toMatchObject({ status: 400, code: 'unknown_event' });
  }
  expect(await check(code)).toMatchObject({ result: 'valid' });
});

test.each(['-', '–', '—', '−', '‑', '‐', '―', '－', ' – ', '\u00a0', '\u00ad'])(
  'a code may be typed with %j in it',
  async (dash) => {
    expect(await check(formatTicketCode(await codeOf()).replaceAll('-', dash))).toMatchObject({ result: 'valid' });
  },
);

test('a sample is refused at the door', async () => {
  expect(await check(await codeOf({ mode: 'test' }))).toMatchObject({ result: 'void', reason: 'sample' });
});

test('a ticket of a cancelled event is refused at once', async () => {
  const other = await openShop(api.ctx);
  const [code = ''] = await codesOf(await buyTickets(api.ctx, other));
  await api.ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${other.eventId}`;
  expect(await check(code)).toMatchObject({ result: 'void', reason: 'event_cancelled' });
});

test('another organizer’s key knows nothing of it', async () => {
  await api.ctx.sql`INSERT INTO organizers (id, source, created_at) VALUES ('org_other', 'other', now())`;
  const other = await createOrganizerKey(api.ctx, { organizer: 'org_other' });
  const code = await codeOf();
  expect(await check(code, { key: other })).toEqual(
    expect.objectContaining({ status: 200, result: 'unknown', ticket: null }),
  );
  expect(await check(code)).toMatchObject({ result: 'valid' });
});

test.each(['nothing', 'https://example.org/?x=1', '00000-00000-00000-00000'])('%s is unknown', async (code) => {
  expect(await check(code)).toMatchObject({ status: 200, result: 'unknown' });
});

test('only an organizer’s key opens it, and a revoked one no more', async () => {
  const code = await codeOf();
  expect(await check(code, { key: api.keys.server })).toMatchObject({ status: 401, code: 'key_invalid' });
  const keyless = await api.app.inject({ method: 'POST', url: '/organizer/tickets/check', payload: { code } });
  expect(keyless.json()).toMatchObject({ status: 401, code: 'key_missing' });
  const lost = await createOrganizerKey(api.ctx, { organizer: 'shop' });
  await revokeOrganizerKey(api.ctx, lost.id);
  expect(await check(code, { key: lost })).toMatchObject({ status: 401, code: 'key_revoked' });
  expect((await api.app.inject({ url: '/v1/events', headers: bearer(door) })).json()).toMatchObject({
    code: 'key_invalid',
  });
});

test('a body without a code is refused', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/organizer/tickets/check',
    headers: bearer(door),
    payload: {},
  });
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field: 'code' }] });
});

test('a code is found behind scanner prefixes and in another keyboard layout', async () => {
  const german = (text: string) => text.replace(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'));
  const french = (text: string) =>
    text.replace(/[0-9AQZWM]/g, (sign) => 'à&é"\'(-è_çQAWZ?'['0123456789AQZWM'.indexOf(sign)] ?? '');
  for (const read of [
    german,
    french,
    (text: string) => `\u0002]Q1${text}\u0003\r\n`,
    (text: string) => `${text}\u001d`,
  ]) {
    const code = await codeOf();
    expect(await check(read(code))).toMatchObject({ result: 'valid' });
    expect(await check(code)).toMatchObject({ result: 'used' });
  }
});
