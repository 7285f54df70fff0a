import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DAY, MINUTE } from '../../../src/core/time.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../../src/settlements/rerun-statement.js';
import { voidStatement } from '../../../src/settlements/void-statement.js';
import { statementsOf } from '../../support/data/settle.js';
import { atStripe, death, likelyDeath, often, pick, step, told, which } from './step.js';
import { drain, topUp, transfersOf } from './stripe-balance.js';
import { closeMonths, importBank, makeFiles, payTransfers, sweep, withdrawFile } from './work.js';

const BY = { requestedBy: 'finance', reason: 'model' };

const fault = step(
  'fault',
  {
    path: fc.constantFrom('/v1/refunds', '/v1/checkout/sessions', '/v1/transfers'),
    kind: fc.constantFrom('500' as const, '429' as const),
  },
  (h, { path, kind }) => h.stripe.verbs.fault({ path, method: 'POST', kind, times: 1 }),
);

const suspend = step('suspend', { suspended: fc.boolean() }, (h, { suspended }) => h.suspend(suspended));

const advance = step(
  'advance',
  { by: fc.constantFrom(MINUTE, 4 * MINUTE, 33 * MINUTE, DAY, 10 * DAY, 31 * DAY) },
  (h, { by }) => h.advance(by),
);

const workers = step('sweep', { death }, (h, { death }) => h.work((ctx) => sweep(ctx), death));

const close = step('close', { months: fc.integer({ min: 1, max: 2 }), death }, (h, { months, death }) =>
  closeMonths(h, months, death),
);

const transfers = step('payTransfers', { death: likelyDeath, twice: fc.boolean() }, (h, { death, twice }) =>
  Promise.all([payTransfers(h, death), twice && payTransfers(h, null)]),
);

/** Our balance at Stripe: topped up, or paid out to our bank. */
const balance = step('balance', { fills: fc.boolean(), told }, async (h, { fills, told }) => {
  atStripe(h, () => (fills ? topUp(h) : drain(h)));
  if (told) await h.hearAll();
});

const partnerAccount = step('partnerAccount', { opens: fc.boolean(), told }, async (h, { opens, told }) => {
  const { onboard, restrict } = h.stripe.verbs;
  const account = h.partnerAccount;
  atStripe(h, () => (opens ? onboard({ account, currency: h.currency.toLowerCase() }) : restrict({ account })));
  if (told) await h.hearAll();
});

const reverse = step('reverse', { which, part: fc.boolean(), told }, async (h, { which, part, told }) => {
  const made = pick(transfersOf(h), which);
  const left = made ? made.amount - made.amount_reversed : 0;
  if (!made || left === 0) return;
  const amount = part ? Math.ceil(left / 2) : left;
  atStripe(h, () => h.stripe.verbs.reverseTransfer({ transfer: made.id, amount }));
  if (told) await h.hearAll();
});

const files = step('payFile', { death: likelyDeath }, (h, { death }) => makeFiles(h, death));

const withdraw = step('withdrawFile', { which, death }, (h, { which, death }) => withdrawFile(h, which, death));

const book = step('bank', { which, pays: fc.boolean() }, (h, { which, pays }) => {
  const day = h.ctx.clock.now().toISOString().slice(0, 10);
  const waiting = h.bank.payments.filter(({ state }) => state === 'waiting');
  const booked = h.bank.payments.filter(({ state }) => state === 'booked');
  const payment = pick(pays ? waiting : [...booked, ...waiting], which);
  if (!payment) return;
  h.deeds += 1;
  if (pays) h.bank.book(payment, day);
  else h.bank.giveBack(payment, day);
});

const importIt = step(
  'import',
  { last: fc.option(fc.integer({ min: 1, max: 3 })), death: likelyDeath },
  (h, { last, death }) => importBank(h, last ?? undefined, death),
);

const rerun = step('rerun', { which, death }, async (h, { which, death }) => {
  const statement = pick(await statementsOf(h.ctx, h.companyId), which);
  if (!statement) return;
  const { month, currency } = statement;
  const input = { month, currency, company: h.companyId, ...BY };
  const key = randomUUID();
  await h.work((ctx) => rerunStatement(ctx, input, { key }), death);
  await h.work((ctx) => rerunStatement(ctx, input, { key }));
});

const voidIt = step('void', { which, death }, async (h, { which, death }) => {
  const settlementId = pick(await statementsOf(h.ctx, h.companyId), which)?.id;
  if (settlementId) await h.work((ctx) => voidStatement(ctx, { settlementId, ...BY }), death);
});

/** Finance has an issued statement paid at once, or one that failed once more. */
const payStatementNow = step('payStatement', { which, death }, async (h, { which, death }) => {
  const settlementId = pick(await statementsOf(h.ctx, h.companyId), which)?.id;
  if (settlementId) await h.work((ctx) => payStatement(ctx, { settlementId, ...BY }), death);
});

export const FINANCE = [
  ...often(advance, 4),
  ...often(close, 2),
  ...often(files, 2),
  ...often(transfers, 5),
  ...often(reverse, 3),
  balance,
  partnerAccount,
  ...often(book, 3),
  ...often(importIt, 2),
  fault,
  suspend,
  workers,
  withdraw,
  rerun,
  voidIt,
  payStatementNow,
];
