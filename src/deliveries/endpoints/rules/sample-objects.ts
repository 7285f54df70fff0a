import type { OrderStatus } from '../../../core/order-status.js';

/** The event of sample deliveries. */
export const SAMPLE_EVENT = { id: 'evt_test_sample', title: 'A sample event' };

/** An order as `order.changed` shows it. @param at an instant in ISO 8601. */
export const sampleOrder = ({
  at,
  version = 1,
  status = 'paid',
}: {
  at: string;
  version?: number;
  status?: OrderStatus;
}) => ({
  object: 'order',
  id: 'ord_test_sample',
  event_id: SAMPLE_EVENT.id,
  quantity: 1,
  lines: [{ ticket_type_id: 'tkt_test_sample', quantity: 1 }],
  total: 12.5,
  currency: 'EUR',
  sub_id: null,
  status,
  created_at: at,
  test: true,
  updated_at: at,
  version,
});

/** A statement as `settlement.changed` shows it. @param at an instant in ISO 8601. */
export const sampleSettlement = (at: string) => ({
  id: 'stm_test_sample',
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  due_on: '2026-11-11',
  amount: 10,
  currency: 'EUR',
  lines: 1,
  status: 'issued',
  method: 'bank_transfer',
  reference: null,
  payment_reference: null,
  issued_at: at,
  paid_at: null,
  updated_at: at,
});

/** An earning as `earnings.changed` shows it. @param at an instant in ISO 8601. */
export const sampleEarning = (at: string) => ({
  sale_id: 'sale_test_sample',
  event_id: SAMPLE_EVENT.id,
  transaction_value: 10,
  commission: 1,
  currency: 'EUR',
  status: 'pending',
  reason: 'awaiting_event',
  created_at: at,
  test: true,
  sub_id: 'test',
  id: 'ern_test_sample',
  kind: 'sale',
  settlement_id: null,
  approves_at: null,
  order_id: 'ord_test_sample',
});
