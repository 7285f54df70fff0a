import fc from 'fast-check';
import { followPayment } from '../../../src/orders/close-checkout.js';
import { cancelAtCheckout, endHolds } from '../../../src/orders/end-hold.js';
import { openCheckout } from '../../../src/orders/open-checkout.js';
import { sessionOf, tokenOf } from '../../support/outside/stripe.js';
import { atStripe, death, often, pick, receives, step, which } from './step.js';
import { buyTickets } from './work.js';

const quantity = fc.integer({ min: 1, max: 3 });
const seats = fc.constantFrom(0, 0, 1, 2);

const order = step('order', { quantity, seats, death }, (h, { quantity, seats, death }) =>
  h.order(quantity, seats, death),
);

const page = step('page', { which, death }, async (h, { which, death }) => {
  const id = pick(h.orders, which);
  if (id) await h.work(async (ctx) => openCheckout(ctx, await tokenOf(h.ctx, id), 'en'), death);
});

const pay = step('pay', { which, receives }, async (h, { which, receives }) => {
  const id = pick(h.orders, which);
  const session = id && (await sessionOf(h.ctx, id));
  if (!session) return;
  atStripe(h, () => h.stripe.verbs.pay({ session }));
  if (receives) await h.receiveAll();
});

const buy = step('buy', { quantity, seats, receives }, async (h, { quantity, seats, receives }) => {
  await buyTickets(h, quantity, seats);
  if (receives) await h.receiveAll();
});

const comeBack = step('comeBack', { which, death }, async (h, { which, death }) => {
  const id = pick(h.orders, which);
  if (id) await h.work(async (ctx) => followPayment(ctx, await tokenOf(h.ctx, id)), death);
});

/** A message in any order. */
const hear = step('hear', { which, death }, async (h, { which, death }) => {
  const event = pick(h.mail, which);
  if (event) await h.hear(event, death);
});

const receiveAll = step('receiveAll', { backwards: fc.boolean() }, async (h, { backwards }) => {
  const events = backwards ? [...h.mail].reverse() : [...h.mail];
  for (const event of events) await h.hear(event);
});

const hearAgain = step('hearAgain', { which }, async (h, { which }) => {
  const event = pick(h.received, which);
  if (event) await h.hear(event);
});

/** The same message twice at once, together with the end of all holds. */
const meet = step('meet', { which }, async (h, { which }) => {
  const event = pick(h.mail, which);
  const ends = h.work((ctx) => endHolds(ctx, h.orders));
  await Promise.all([ends, ...(event ? [h.hear(event), h.hear(event)] : [])]);
});

const endAll = step('endHolds', { death }, (h, { death }) => h.work((ctx) => endHolds(ctx, h.orders), death));

const cancel = step('cancel', { which, death }, async (h, { which, death }) => {
  const id = pick(h.orders, which);
  if (id) await h.work(async (ctx) => cancelAtCheckout(ctx, await tokenOf(h.ctx, id)), death);
});

export const BUYING = [
  ...often(buy, 2),
  ...often(pay, 2),
  ...often(hear, 3),
  ...often(receiveAll, 2),
  ...often(hearAgain, 2),
  order,
  page,
  comeBack,
  meet,
  endAll,
  cancel,
];
