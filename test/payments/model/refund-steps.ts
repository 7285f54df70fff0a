import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { refundOrder } from '../../../src/orders/refunds.js';
import { mendRefund, sendRefund } from '../../../src/orders/send-refund.js';
import type { StripeObject } from '../../../tools/stripe-stand-in/store.js';
import { SEAT_MINOR, TICKET_MINOR } from './history.js';
import { atStripe, death, intentOf, likelyDeath, often, pick, receives, step, which } from './step.js';
import { unsentRefunds } from './work.js';

const refund = step(
  'refund',
  { which, tickets: fc.option(fc.integer({ min: 1, max: 2 })), type: fc.constantFrom('any', 'ticket', 'seat'), death },
  async (h, { which, tickets, type, death }) => {
    const orderId = pick(h.orders, which);
    if (!orderId) return;
    const ticketTypeId = { any: undefined, ticket: h.ticketTypeId, seat: h.seatTypeId }[type];
    const request = { orderId, requestKey: randomUUID(), ticketTypeId, ...(tickets !== null && { tickets }) };
    if (!(await h.work((ctx) => refundOrder(ctx, request), death))) await h.work((ctx) => refundOrder(ctx, request));
  },
);

/** As their workflows do; two of each at once. */
const sendRefunds = step('sendRefunds', { twice: fc.boolean(), death: likelyDeath }, async (h, { twice, death }) => {
  const ids = await unsentRefunds(h);
  const send = (refundId: string) => h.work((ctx) => sendRefund(ctx, { refundId }), death);
  await Promise.all((twice ? [...ids, ...ids] : ids).map(send));
});

const retry = step('retryRefund', { which }, async (h, { which }) => {
  const rows = await h.ctx.sql<{ id: string }[]>`
    SELECT id FROM refunds WHERE order_id = ANY (${h.orders}) AND state = 'failed' ORDER BY created_at, id`;
  const id = pick(rows, which)?.id;
  if (id) await h.work((ctx) => mendRefund(ctx, id, 'retry'));
});

const refundThere = step(
  'refundThere',
  { which, amount: fc.constantFrom(250, TICKET_MINOR, SEAT_MINOR, undefined), pending: fc.boolean(), receives },
  async (h, { which, amount, pending, receives }) => {
    const intent = intentOf(h, which);
    if (intent) atStripe(h, () => h.stripe.verbs.refund({ intent, amount, state: pending ? 'pending' : 'succeeded' }));
    if (receives) await h.receiveAll();
  },
);

/** From now on refunds begin in this state. */
const refundState = step(
  'refundState',
  { state: fc.constantFrom('pending' as const, 'succeeded' as const) },
  (h, refund) => h.stripe.verbs.refundState(refund),
);

const settleRefund = step(
  'settleRefund',
  { which, fails: fc.boolean(), receives },
  async (h, { which, fails, receives }) => {
    const open = h.stripe.world.store
      .all<StripeObject & { status: string }>('refund', h.account)
      .filter(({ status }) => (fails ? status !== 'failed' : status === 'pending'));
    const refund = pick(open, which)?.id;
    if (refund) atStripe(h, () => h.stripe.verbs.settleRefund({ refund, state: fails ? 'failed' : 'succeeded' }));
    if (receives) await h.receiveAll();
  },
);

const dispute = step('dispute', { which, part: fc.boolean(), inquiry: fc.boolean() }, (h, { which, part, inquiry }) => {
  const { store } = h.stripe.world;
  const intent = intentOf(h, which);
  const charge = store
    .all<StripeObject & { amount: number; amount_refunded: number }>('charge', h.account)
    .find(({ payment_intent }) => payment_intent === intent);
  const disputes = store.all('dispute', h.account).filter(({ payment_intent }) => payment_intent === intent);
  const left = charge ? charge.amount - charge.amount_refunded : 0;
  if (!intent || left <= 0 || disputes.some(({ status }) => status !== 'won' && status !== 'warning_closed')) return;
  h.stripe.verbs.dispute({ intent, inquiry, amount: part ? Math.min(left, TICKET_MINOR) : left });
});

const moveDispute = step(
  'moveDispute',
  { which, good: fc.boolean(), receives },
  async (h, { which, good, receives }) => {
    const open = h.stripe.world.store
      .all<StripeObject & { status: string }>('dispute', h.account)
      .filter(({ status }) => status.endsWith('needs_response'));
    const dispute = pick(open, which);
    if (!dispute) return;
    const isInquiry = dispute.status.startsWith('warning');
    const status = isInquiry ? (good ? 'warning_closed' : 'needs_response') : good ? 'won' : 'lost';
    atStripe(h, () => h.stripe.verbs.moveDispute({ dispute: dispute.id, status }));
    if (receives) await h.receiveAll();
  },
);

export const REFUNDING = [
  ...often(refund, 3),
  ...often(sendRefunds, 3),
  ...often(refundThere, 3),
  ...often(settleRefund, 2),
  ...often(dispute, 3),
  ...often(moveDispute, 3),
  retry,
  refundState,
];
