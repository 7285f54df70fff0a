import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DAY, MINUTE } from '../../../src/core/time.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../../src/settlements/rerun-statement.js';
import { voidStatement } from '../../../src/settlements/void-statement.js';
import { statementsOf } from '../../support/data/settle.js';
import type { History } from './history.js';
import { atStripe, death, likelyDeath, often, pick, receives, step, which } from './step.js';
import { drain, topUp, transfersOf } from './stripe-balance.js';
import {
  closeMonths,
  endRefused,
  importBank,
  makeFiles,
  payTransfers,
  recordByHand,
  settleDifferences,
  sweep,
  withdrawFile,
} from './work.js';

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
const balance = step('balance', { fills: fc.boolean(), receives }, async (h, { fills, receives }) => {
  atStripe(h, () => (fills ? topUp(h) : drain(h)));
  if (receives) await h.receiveAll();
});

const partnerAccount = step('partnerAccount', { opens: fc.boolean(), receives }, async (h, { opens, receives }) => {
  const { onboard, restrict } = h.stripe.verbs;
  const account = h.partnerAccount;
  atStripe(h, () => (opens ? onboard({ account, currency: h.currency.toLowerCase() }) : restrict({ account })));
  if (receives) await h.receiveAll();
});

const reverse = step('reverse', { which, part: fc.boolean(), receives }, async (h, { which, part, receives }) => {
  const made = pick(transfersOf(h), which);
  const left = made ? made.amount - made.amount_reversed : 0;
  if (!made || left === 0) return;
  const amount = part ? Math.ceil(left / 2) : left;
  atStripe(h, () => h.stripe.verbs.reverseTransfer({ transfer: made.id, amount }));
  if (receives) await h.receiveAll();
});

const files = step('payFile', { death: likelyDeath }, (h, { death }) => makeFiles(h, death));

const withdraw = step('withdrawFile', { which, death }, (h, { which, death }) => withdrawFile(h, which, death));

const today = ({ ctx }: History) => ctx.clock.now().toISOString().slice(0, 10);

const execute = step('execute', { which }, (h, { which }) => {
  const payment = pick(
    h.bank.payments.filter(({ state }) => state === 'waiting'),
    which,
  );
  if (payment) bankActs(h, () => h.bank.book(payment, today(h)));
});

/** The bank executes a payment again, or a payment of a file that finance withdrew. */
const executeWrongly = step('executeWrongly', { which }, (h, { which }) => {
  const payment = pick(
    h.bank.payments.filter(({ state }) => state === 'booked' || state === 'forgotten'),
    which,
  );
  if (payment) bankActs(h, () => h.bank.book(payment, today(h)));
});

const refuse = step('refuse', { which, death }, async (h, { which, death }) => {
  const payment = pick(
    h.bank.payments.filter(({ state }) => state === 'waiting'),
    which,
  );
  if (!payment) return;
  payment.state = 'refused';
  await endRefused(h, death);
});

const settle = step('settle', { recover: fc.boolean(), death }, (h, { recover, death }) =>
  settleDifferences(h, recover, death),
);

const giveBack = step(
  'giveBack',
  { which, part: fc.boolean(), isReversal: fc.boolean() },
  (h, { which, part, isReversal }) => {
    const payment = pick(
      h.bank.payments.filter(({ reference }) => h.bank.netMinor(reference) > 0),
      which,
    );
    if (!payment) return;
    const left = Math.min(payment.amountMinor, h.bank.netMinor(payment.reference));
    bankActs(h, () => h.bank.giveBack(payment, part ? Math.ceil(left / 2) : left, today(h), isReversal));
  },
);

function bankActs(h: History, act: () => void): void {
  h.deeds += 1;
  act();
}

const importIt = step('import', { last: fc.option(fc.integer({ min: 1, max: 3 })), death: likelyDeath }, (h, given) =>
  importBank(h, h.bank.entries.slice(-(given.last ?? h.bank.entries.length)), given.death),
);

/** A statement with an entry, which may be older than imported ones. */
const importOne = step('importOne', { which: fc.nat({ max: 7 }), death: likelyDeath }, async (h, { which, death }) => {
  const entry = pick(h.bank.entries, which);
  if (entry) await importBank(h, [entry], death);
});

/** Finance pays a statement in online banking, or records a payment that the bank made after its file was withdrawn. */
const payByHand = step('payByHand', { which, death }, async (h, { which, death }) => {
  const statement = pick(await statementsOf(h.ctx, h.companyId), which);
  if (statement) await recordByHand(h, statement, death);
});

/** Two operators act at the same time. */
const twoAtOnce = step('twoAtOnce', { which, death, pair: fc.nat({ max: 5 }) }, async (h, { which, death, pair }) => {
  const statement = pick(await statementsOf(h.ctx, h.companyId), which);
  if (!statement) return;
  const { id: settlementId, month, currency } = statement;
  const deeds = [
    () => makeFiles(h, null),
    () => makeFiles(h, death),
    () => withdrawFile(h, which, null),
    () => importBank(h, h.bank.entries, null),
    () => h.work((ctx) => voidStatement(ctx, { settlementId, ...BY })),
    () => h.work((ctx) => rerunStatement(ctx, { month, currency, company: h.companyId, ...BY })),
    () => h.work((ctx) => payStatement(ctx, { settlementId, ...BY })),
  ];
  await Promise.all([deeds[pair]?.(), deeds[pair + 1]?.()]);
});

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

/** Finance has an issued statement paid at once, or a failed one paid again. */
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
  ...often(execute, 3),
  ...often(executeWrongly, 2),
  ...often(giveBack, 2),
  ...often(refuse, 2),
  settle,
  ...often(importIt, 2),
  ...often(importOne, 2),
  payByHand,
  twoAtOnce,
  fault,
  suspend,
  workers,
  withdraw,
  rerun,
  voidIt,
  payStatementNow,
];
