import { text } from 'node:stream/consumers';
import { buildApp } from '../../api/app.js';
import { inquiriesBody } from '../../api/dashboard/bodies.js';
import { toFieldError } from '../../api/http/issue-text.js';
import {
  answerInquiry,
  askAboutSales,
  askAgain,
  inquiriesCsv,
  pageInquiries,
  showInquiry,
} from '../../src/orders/inquiries.js';
import { type FoundOrder, type InquiryVerdict, verdictOf } from '../../src/orders/rules/inquiry.js';
import { listInquiries } from '../../src/orders/sql/inquiries.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { browserOf } from '../support/dashboard/dashboard.js';
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
  const app = await buildApp(ctx);
  const { post } = await browserOf(ctx, app, { companyId: partner.companyId });
  const answerTo = async (...sales: object[]) => (await post('/inquiries?mode=live', { sales })).json();
  const before = await ctx.sql`SELECT FROM inquiries`;
  const refused = (field: string) => ({ code: 'invalid_request', errors: [{ field }] });
  expect(await answerTo({ order_id: 'ord_1' }, { event_id: 'evt_1', sub_id: 'a' })).toMatchObject(
    refused('sales.1.bought_at'),
  );
  expect(await answerTo({ sub_id: 'a' })).toMatchObject({
    errors: [{ field: 'sales.0.event_id' }, { field: 'sales.0.bought_at' }],
  });
  for (const field of ['order_id', 'event_id', 'sub_id', 'note']) {
    const sale = { order_id: 'ord_1', [field]: 'a\u0001b' };
    expect(await answerTo(sale)).toMatchObject(refused(`sales.0.${field}`));
  }
  const { error } = inquiriesBody.safeParse({ sales: [{ order_id: 'ord_1', note: 'a\u0000b' }] });
  expect(error?.issues.map((issue) => toFieldError(issue, 'body'))).toMatchObject([{ field: 'sales.0.note' }]);
  expect(await ctx.sql`SELECT FROM inquiries`).toHaveLength(before.length);
  await app.close();
});

const pageOf = () => pageInquiries(ctx, { companyId: partner.companyId, mode: 'live', limit: 100 });

test('keeps the order of the file, and stores the same question once', async () => {
  const file = ['f-3', 'f-1', 'f-4', 'f-2'].map((name) => ({ orderId: `ord_${name}` }));
  const asked = await ask(...file, { orderId: 'ord_f-1' });
  expect(asked.map(({ orderId }) => orderId)).toEqual(file.map(({ orderId }) => orderId));
  const listed = await pageOf();
  const ids = asked.map(({ id }) => id);
  expect(listed.inquiries.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  const again = await ask(...file.toReversed());
  expect(again.map(({ id }) => id)).toEqual(ids.toReversed());
  expect((await pageOf()).inquiries).toHaveLength(listed.inquiries.length);
  const actions = await ctx.sql`SELECT FROM audit_log WHERE object_id IN ${ctx.sql(ids)}`;
  expect(actions).toHaveLength(4);
});

test('lists by state and by a part of an id or click id, and writes the list as a file', async () => {
  await ask({ orderId: 'ord_find-me' }, click('find-too'));
  const found = async (filter: { state?: 'open' | 'decided'; search?: string }) =>
    (await pageInquiries(ctx, { companyId: partner.companyId, mode: 'live', limit: 100, ...filter })).inquiries.map(
      ({ orderId, subId }) => orderId ?? subId,
    );
  expect(await found({ search: 'FIND-' })).toEqual(['ord_find-me', 'find-too']);
  expect(await found({ search: 'find-', state: 'decided' })).toEqual([]);
  expect(await found({ search: '%' })).toEqual([]);
  const owner = { companyId: partner.companyId, mode: 'live', search: 'find-' } as const;
  const file = (await text(inquiriesCsv(ctx, owner))).split('\r\n');
  expect(file.map((line) => line.split(',').slice(1, 4).join())).toEqual([
    'order_id,event_id,sub_id',
    'ord_find-me,,',
    `,${event.eventId},find-too`,
    '',
  ]);
});

test('decides a repeated question again, but keeps an answer', async () => {
  const { orderId } = await addPaidOrder(ctx, null, event, { subId: 'late' });
  const [first] = await ask({ orderId });
  expect(first).toMatchObject({ verdict: 'not_yours', state: 'decided' });
  await ctx.sql`
    UPDATE orders SET (company_id, key_id) = (SELECT company_id, id FROM api_keys WHERE company_id = ${partner.companyId} LIMIT 1)
    WHERE id = ${orderId}`;
  expect(await ask({ orderId })).toMatchObject([{ id: first?.id, verdict: 'not_recorded', state: 'open' }]);
  await answerInquiry({ ...ctx, actor: 'anna' }, { id: first?.id ?? '', answer: 'We added it.' });
  expect(await ask({ orderId, note: 'again' })).toMatchObject([
    { id: first?.id, state: 'answered', answer: 'We added it.', note: null },
  ]);
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
  expect((await listInquiries(ctx.sql, { all: false, limit: 100 })).map((inquiry) => inquiry.id)).toContain(id);
  await ctx.sql`DELETE FROM mails`;
  await answerInquiry({ ...ctx, actor: 'anna' }, { id, answer: 'We added an adjustment.' });
  await expect(answerInquiry(ctx, { id, answer: 'twice' })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await queuedMails(ctx)).toMatchObject([
    { to: 'finance@example.org', text: expect.stringContaining('/dashboard/missing-sales?mode=live') },
  ]);
  const { inquiries } = await pageOf();
  expect(inquiries.find((inquiry) => inquiry.id === id)).toMatchObject({
    state: 'answered',
    answer: 'We added an adjustment.',
    answeredBy: 'anna',
  });
});

test('pages follow each other without a gap, also of questions asked together', async () => {
  await ask(...Array.from({ length: 5 }, (_, n) => click(`page-${n}`)));
  const whole = await pageOf();
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
const { salesOfCsv, faultsInLines } = require('../../packages/dashboard/src/pages/inquiries/sales-of-csv.ts') as {
  salesOfCsv: (text: string) => { sales: Record<string, string>[]; lines: number[] };
  faultsInLines: (error: unknown, lines: number[]) => Error;
};
const { Problem } = require('../../packages/dashboard/src/api/problem.ts') as {
  Problem: new (status: number, body: object) => Error;
};

test.each([
  ['order_id\nord_1\nord_2\n', [{ order_id: 'ord_1' }, { order_id: 'ord_2' }], [2, 3]],
  [
    '\uFEFFEvent_ID,sub_id,bought_at,note\r\nevt_1, a ,2026-11-02T09:00:00Z,"said ""yes"",\ntwice"\r\n\r\nevt_2,,,\r\n',
    [
      { event_id: 'evt_1', sub_id: 'a', bought_at: '2026-11-02T09:00:00Z', note: 'said "yes",\ntwice' },
      { event_id: 'evt_2' },
    ],
    [2, 5],
  ],
  ['order_id;note\nord_1;', [{ order_id: 'ord_1' }], [2]],
  ["event_id,sub_id,note\nevt_1,'00123,'til late", [{ event_id: 'evt_1', sub_id: '00123', note: "'til late" }], [2]],
])('a CSV file: %j', (csv, sales, lines) => {
  expect(salesOfCsv(csv)).toEqual({ sales, lines });
});

test('a CSV file of 20,000 sales is read within two seconds', () => {
  const began = performance.now();
  const { lines } = salesOfCsv(`order_id,note\n${'ord_1,"two\nlines"\n'.repeat(20_000)}`);
  expect(lines.slice(-2)).toEqual([39_998, 40_000]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['order\nord_1', 'We don’t know the column "order". Use order_id.'],
  ['price\n1', 'We don’t know the column "price". The columns are order_id, event_id, sub_id, bought_at, note.'],
  [
    'order_id,note\nord_1\nord_2,x\nord_3',
    'Line 2: it has 1 cells, the first line has 2.\nLine 4: it has 1 cells, the first line has 2.',
  ],
  ['order_id,note\n\nord_1,the 12" vinyl\n', 'Line 3: it can’t be read. Check its quotes.'],
  ['order_id,note\nord_1,"open', 'Line 2: it can’t be read. Check its quotes.'],
])('a CSV file that is wrong: %j', (csv, message) => {
  expect(() => salesOfCsv(csv)).toThrow(message);
});

const NO_TIME = 'write a day or a time, such as 2026-11-02 or 2026-11-02T09:00:00Z';
const clicked = (bought: string) => ({ event_id: 'evt_1', sub_id: 'a', bought_at: bought });
test.each([
  [[], 'This file has no sales in it.'],
  [Array.from({ length: 501 }, () => ({ order_id: 'ord_1' })), 'This file has 501 sales. The most is 500.'],
  [
    [
      { order_id: 'ord_1' },
      clicked('9999-12-31'),
      clicked('0001-01-01'),
      clicked('yesterday'),
      {},
      { event_id: 'evt_1' },
    ],
    [
      'Line 4, bought_at: must be between 1970 and 2200.',
      'Line 6, bought_at: must be between 1970 and 2200.',
      `Line 8, bought_at: ${NO_TIME}.`,
      'Line 10: give an order_id, or event_id, sub_id and bought_at.',
      'Line 12, sub_id: is required where there is no order_id.',
      'Line 12, bought_at: is required where there is no order_id.',
    ].join('\n'),
  ],
])('every mistake in a file names its line and column: %#', (sales, message) => {
  const { error } = inquiriesBody.safeParse({ sales });
  const errors = (error?.issues ?? []).map((issue) => toFieldError(issue, 'body'));
  const problem = new Problem(400, { code: 'invalid_request', errors });
  expect(faultsInLines(problem, [2, 4, 6, 8, 10, 12]).message).toBe(message);
});
