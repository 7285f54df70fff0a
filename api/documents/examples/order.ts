import type { Order } from '../../../src/orders/wire.js';

/** Two tickets of 28 euros, paid. */
export const order: Order = {
  object: 'order',
  mode: 'live',
  id: 'ord_5Vb2Ks9mXq7Tc4Zw1Lp6',
  event_id: 'evt_3Hn7Vc2kLq8Wd5Xs1Zp9',
  quantity: 2,
  lines: [{ ticket_type_id: 'tkt_8Wq3Lc6Vn1Zs5Xk9Td2F', quantity: 2 }],
  total: 56,
  currency: 'EUR',
  status: 'paid',
  sub_id: 'summer-mail_7',
  expires_at: '2026-09-12T18:32:09.120Z',
  created_at: '2026-09-12T18:02:09.120Z',
  test: false,
  updated_at: '2026-09-12T18:04:11.250Z',
  version: 2,
};
