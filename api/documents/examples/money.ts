import type { Earning, EarningsList } from '../../../src/earnings/wire.js';
import type { OfferList } from '../../../src/offers/wire.js';
import type { Settlement, SettlementLines, SettlementsList } from '../../../src/settlements/wire.js';
import { event } from './events.js';

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
};

const earnings: EarningsList = {
  object: 'earnings',
  mode: 'live',
  currency: 'EUR',
  totals: { pending: 0, approved: 0, ready: 0, paid: 6, reversed: 0 },
  earnings: [earning],
  next: null,
};

const settlement: Settlement = {
  id: 'stm_6Rw1Yp4sNf8Jt2Gv7Qk3',
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  due_on: '2026-11-15',
  amount: 6,
  currency: 'EUR',
  lines: 1,
  status: 'paid',
  method: 'bank_transfer',
  reference: 'PO-2291',
  payment_reference: 'wire-20261115-0042',
  issued_at: '2026-11-01T00:03:07.412Z',
  paid_at: '2026-11-15T09:30:00.000Z',
};

const settlements: SettlementsList = {
  object: 'list',
  mode: 'live',
  terms: { method: 'bank_transfer', netDays: 14, minimum: 5, reference: 'PO-2291' },
  settlements: [settlement],
};

const lines: SettlementLines = {
  object: 'list',
  mode: 'live',
  settlement,
  lines: [{ ...earning, status: 'ready' }],
  next: null,
};

const { venue, address, city, country, lat, lng } = event.location;

const offers: OfferList = {
  object: 'list',
  mode: 'test',
  offers: [
    {
      object: 'offer',
      id: 'ofr_test_berlin_jazz_night',
      event_id: event.id,
      title: event.name,
      merchant: {
        name: event.organizer.name,
        merchant_of_record: 'organizer',
        statement_descriptor: null,
        verified: event.organizer.verified,
      },
      destination: { venue, address, city, country, lat, lng },
      eligible: {
        purchase_from: '2026-10-01',
        purchase_until: event.date,
        event_date: event.date,
        starts_at: event.starts_at,
      },
      price: { from: event.tickets.from, to: event.tickets.to, currency: event.tickets.currency },
      reward: {
        kind: 'flat',
        amount: 3,
        currency: 'EUR',
        description: '€3.00 for each ticket sold',
        funded_by: 'organizer',
        paid_to: 'partner',
      },
      limits: { budget_remaining: null, orders_remaining: null },
      rules: ['Each ticket that costs something earns €3.00.', 'Free tickets earn nothing.'],
      activation: { method: 'link', url: event.tickets.buy_url },
      matching: {
        link_attribution: true,
        card_transactions: false,
        note: 'A sale is matched by the link that led to it; card transactions are not matched.',
      },
      settlement: {
        report: '/v1/earnings',
        webhook: 'earnings.changed',
        available: 'Approved 48 hours after the event has ended, ready 7 days later.',
      },
      commercial_model: 'CARD_LINKED',
      event_url: event.url,
      test: true,
      updated_at: event.updated_at,
    },
  ],
  next: null,
};

/** Answers about rewards and their payment, by the name of their schema. */
export const MONEY_EXAMPLES = {
  EarningsList: earnings,
  SettlementsList: settlements,
  SettlementLines: lines,
  OfferList: offers,
};
