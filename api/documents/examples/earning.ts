import type { Earning } from '../../../src/earnings/wire.js';

/** Two tickets of 28 euros that earn three each. */
export const earning: Earning = {
  sale_id: 'sale_4Tq8Zb1nXw6Ky3Rd9Pm5',
  event_id: 'evt_3Hn7Vc2kLq8Wd5Xs1Zp9',
  transaction_value: 56,
  commission: 6,
  currency: 'EUR',
  status: 'paid',
  reason: null,
  created_at: '2026-09-12T18:04:11.250Z',
  test: false,
  sub_id: 'summer-mail_7',
  id: 'ern_9Kd3Xm7vTq2Bz5Wc8Hn1',
  kind: 'sale',
  settlement_id: 'stm_6Rw1Yp4sNf8Jt2Gv7Qk3',
  approves_at: null,
  order_id: 'ord_5Vb2Ks9mXq7Tc4Zw1Lp6',
};
