import { claimsMoney, signalDigest } from '../../../src/signals/rules/signal.js';

it.each([
  'purchase',
  'Sale',
  'ticket_sold',
  'ORDER',
  'begin_checkout',
  'conversion',
  'refund',
  'Commission',
  'payout',
  'credits',
])('%s would claim money', (type) => {
  expect(claimsMoney(type)).toBe(true);
});

it.each(['impression', 'event_view', 'event_click', 'share', 'search', ''])('%j does not', (type) => {
  expect(claimsMoney(type)).toBe(false);
});

it('is one digest for a repeat, another for whatever differs, and shows none of it', () => {
  const one = ['key_1', 'event_click', 'evt_1', 'load-1'] as const;
  const digest = signalDigest(...one);
  expect(signalDigest(...one)).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
  const others = [
    signalDigest('key_2', 'event_click', 'evt_1', 'load-1'),
    signalDigest('key_1', 'event_view', 'evt_1', 'load-1'),
    signalDigest('key_1', 'event_click', 'evt_2', 'load-1'),
    signalDigest('key_1', 'event_click', 'evt_1', 'load-2'),
    signalDigest('key_1', 'event_click', '', 'load-1'),
  ];
  expect(new Set([digest, ...others]).size).toBe(6);
});
