import type { Settlement } from '../../../src/settlements/wire.js';

/** The statement that the earning of the other examples stands in. */
export const settlement: Settlement = {
  id: 'stm_6Rw1Yp4sNf8Jt2Gv7Qk3',
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  due_on: '2026-11-15',
  amount: 6,
  currency: 'EUR',
  lines: 1,
  totals: { sales: 6, refunds: 0, adjustments: 0 },
  status: 'paid',
  method: 'bank_transfer',
  reference: 'PO-2291',
  payment_reference: 'wire-20261115-0042',
  issued_at: '2026-11-01T00:03:07.412Z',
  paid_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  vat: { treatment: 'rate', rate: 19, base: 6, amount: 1.14, total: 7.14, self_billing: true, note: null },
};
