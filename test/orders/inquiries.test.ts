import {
  answerInquiry,
  askAboutSales,
  askAgain,
  listInquiries,
  pageInquiries,
  showInquiry,
} from '../../src/orders/inquiries.js';
import { type FoundOrder, type InquiryVerdict, verdictOf } from '../../src/orders/rules/inquiry.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { queuedMails, signIn } from '../support/dashboard/members.js';
import { addPaidOrder, addPartner, addSale, addTicketedEvent, type Seller } from '../support/data/build.js';

const sale = { uncredited: null, commissionMinor: 500 };
const RULES: [InquiryVerdict, FoundOrder | null][] = [
  ['not_found', null],
  ['not_yours', { companyId: 'cmp_other', status: 'paid', sale }],
  ['not_yours', { companyId: null, status: 'paid', sale: null }],
  ['awaiting_payment', { companyId: 'cmp_a', status: 'awaiting_payment', sale: null }],
  ['not_paid', { companyId: 'cmp_a', status: 'expired', sale: null }],
  ['not_paid', { companyId: 'cmp_a', status: 'cancelled', sale: null }],
  ['not_recorded', { companyId: 'cmp_a', status: 'paid', sale: null }],
  ['company_suspended', { companyId: 'cmp_a', status: 'paid', sale: { ...sale, uncredited: 'company_suspended' } }],
  ['outside_agreement', { companyId: 'cmp_a', status: 'paid', sale: { ...sale, uncredited: 'outside_agreement' } }],
  ['no_reward', { companyId: 'cmp_a', status: 'paid', sale: { ...sale, commissionMinor: 0 } }],
  ['refunded', { companyId: 'cmp_a', status: 'refunded', sale }],
  ['credited', { companyId: 'cmp_a', status: 'partially_refunded', sale }],
  ['credited', { companyId: 'cmp_a', status: 'test', sale }],
];

test.each(RULES)('%s: %j', (verdict, order) => {
  expect(verdictOf('cmp_a', order)).toBe(verdict);
});

let ctx: TestContext;
let partner: Seller;
let event: { eventId: string; ticketTypeId: string };
let askedBy: string;
beforeAll(async () => {
  ctx = await createTestContext();
  partner = await addPartner(ctx);
  event = await addTicketedEvent(ctx);
  askedBy = (await signIn(ctx, { companyId: partner.companyId, email: 'finance@example.org', role: 'finance' }))
    .memberId;
});
afterAll(() => ctx.close());

const ask = (...missed: Parameters<typeof askAboutSales>[1]['missed']) =>
  askAboutSales(ctx, { companyId: partner.companyId, mode: 'live', askedBy, missed });
const click = (subId: string, boughtAt = ctx.clock.now()) => ({ eventId: event.eventId, subId, boughtAt });

test('the order that has the click id, within a day, decides at once', async () => {
  const { orderId } = await addSale(ctx, partner, event, { subId: 'click-1' });
  await addSale(ctx, partner, event, { subId: 'click-2' });
  const day = (days: number) => new Date(ctx.clock.now().getTime() + days * 86_400_000);
  const asked = await ask(click('click-1'), { orderId }, click('click-1', day(2)), click('click-3'));
  expect(asked).toMatchObject([
    { verdict: 'credited', foundOrderId: orderId, state: 'decided', openedAt: null },
    { verdict: 'credited', foundOrderId: orderId, state: 'decided' },
    { verdict: 'not_found', foundOrderId: null, state: 'open' },
    { verdict: 'not_found', foundOrderId: null, state: 'open' },
  ]);
});

test('an order of another partner is not theirs, and an operator sees whose it is', async () => {
  const other = await addPartner(ctx);
  const { orderId } = await addSale(ctx, other, event, { subId: 'shared' });
  const [asked] = await ask(click('shared'));
  expect(asked).toMatchObject({ verdict: 'not_yours', state: 'decided' });
  const { candidates } = await showInquiry(ctx, asked?.id ?? '');
  expect(candidates[0]).toMatchObject({ id: orderId, companyId: other.companyId, verdict: 'not_yours' });
});

test('what lacks a field, or cannot be stored, is refused by line and field, and nothing is asked', async () => {
  const before = await ctx.sql`SELECT FROM inquiries`;
  const refused = (field: string) => ({ code: 'invalid_request', errors: [{ field }] });
  await expect(ask({ orderId: 'ord_1' }, { eventId: 'evt_1', subId: 'a' })).rejects.toMatchObject(
    refused('lines[1].bought_at'),
  );
  await expect(ask({ subId: 'a' })).rejects.toMatchObject(refused('event_id'));
  await expect(ask({ orderId: 'ord_1', note: 'a\u0000b' })).rejects.toMatchObject(refused('note'));
  expect(await ctx.sql`SELECT FROM inquiries`).toHaveLength(before.length);
});

test('a partner asks a person, who answers once, by mail and on the page', async () => {
  const { orderId } = await addPaidOrder(ctx, null, event, { subId: 'lost' });
  const [asked] = await ask({ orderId });
  const id = asked?.id ?? '';
  expect(asked?.verdict).toBe('not_yours');
  const again = { companyId: partner.companyId, id, note: 'Our link was shortened' };
  await expect(askAgain(ctx, { ...again, companyId: 'cmp_other' })).rejects.toMatchObject({ message: /no inquiry/i });
  expect(await askAgain(ctx, again)).toMatchObject({ state: 'open', note: 'Our link was shortened' });
  await expect(askAgain(ctx, again)).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await listInquiries(ctx, { all: false, limit: 100 })).map((one) => one.id)).toContain(id);
  await ctx.sql`DELETE FROM mails`;
  await answerInquiry({ ...ctx, actor: 'anna' }, { id, answer: 'We added an adjustment.' });
  await expect(answerInquiry(ctx, { id, answer: 'twice' })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await queuedMails(ctx)).toMatchObject([
    { to: 'finance@example.org', text: expect.stringContaining('/dashboard/missing-sales?mode=live') },
  ]);
  const { inquiries } = await pageInquiries(ctx, { companyId: partner.companyId, mode: 'live', limit: 100 });
  expect(inquiries.find((one) => one.id === id)).toMatchObject({
    state: 'answered',
    answer: 'We added an adjustment.',
    answeredBy: 'anna',
  });
});

test('pages follow each other without a gap, also of questions asked together', async () => {
  await ask(...Array.from({ length: 5 }, (_, n) => click(`page-${n}`)));
  const whole = await pageInquiries(ctx, { companyId: partner.companyId, mode: 'live', limit: 100 });
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { inquiries, next } = await pageInquiries(ctx, {
      companyId: partner.companyId,
      mode: 'live',
      cursor,
      limit: 2,
    });
    seen.push(...inquiries.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  expect(seen).toEqual(whole.inquiries.map(({ id }) => id));
});

// Not imported: the compiler reads it with the dashboard's own settings.
const { salesOfCsv } = require('../../packages/dashboard/src/pages/inquiries/sales-of-csv.ts') as {
  salesOfCsv: (text: string) => Record<string, string>[];
};

test.each([
  ['order_id\nord_1\nord_2\n', [{ order_id: 'ord_1' }, { order_id: 'ord_2' }]],
  [
    '\uFEFFEvent_ID,sub_id,bought_at,note\r\nevt_1, a ,2026-11-02T09:00:00Z,"said ""yes"",\ntwice"\r\n\r\n',
    [{ event_id: 'evt_1', sub_id: 'a', bought_at: '2026-11-02T09:00:00Z', note: 'said "yes",\ntwice' }],
  ],
  ['order_id;note\nord_1;', [{ order_id: 'ord_1' }]],
  ["event_id,sub_id,note\nevt_1,'00123,'til late", [{ event_id: 'evt_1', sub_id: '00123', note: "'til late" }]],
])('a CSV file: %j', (csv, sales) => {
  expect(salesOfCsv(csv)).toEqual(sales);
});

test.each([
  ['order\nord_1', 'column order is unknown'],
  ['order_id,note\nord_1', 'line 2 has 1 cells, not 2'],
  ['order_id,note\n\nord_1,the 12" vinyl\n', 'line 3 cannot be read: check its quotes'],
  ['order_id,note\nord_1,"open', 'line 2 cannot be read'],
])('a CSV file that is wrong: %j', (csv, message) => {
  expect(() => salesOfCsv(csv)).toThrow(message);
});
