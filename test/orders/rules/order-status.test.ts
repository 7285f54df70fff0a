import { nextOrderStatus, type OrderAction, OrderTransitionError } from '../../../src/orders/rules/order-status.js';

const STATUSES = [
  'awaiting_payment',
  'paid',
  'test',
  'expired',
  'cancelled',
  'partially_refunded',
  'refunded',
] as const;
const ALLOWED: Record<OrderAction, readonly string[]> = {
  pay: ['awaiting_payment'],
  expire: ['awaiting_payment'],
  cancel: ['awaiting_payment'],
  pay_late: ['expired'],
  give_back: ['expired', 'cancelled'],
  refund_part: ['paid', 'test', 'partially_refunded'],
  refund_rest: ['paid', 'test', 'partially_refunded'],
};

describe.each(Object.keys(ALLOWED) as OrderAction[])('%s', (action) => {
  it.each(STATUSES)('from %s', (status) => {
    const move = () => nextOrderStatus(status, action, 'live');
    if (ALLOWED[action].includes(status)) expect(move).not.toThrow();
    else expect(move).toThrow(OrderTransitionError);
  });
});

it('calls a paid sandbox order `test`', () => {
  expect(nextOrderStatus('awaiting_payment', 'pay', 'test')).toBe('test');
  expect(nextOrderStatus('expired', 'pay_late', 'test')).toBe('test');
  expect(nextOrderStatus('expired', 'pay_late', 'live')).toBe('paid');
  expect(nextOrderStatus('test', 'refund_rest', 'test')).toBe('refunded');
});
