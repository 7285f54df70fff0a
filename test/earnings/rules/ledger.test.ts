import fc from 'fast-check';
import { earningClock, refundReadyAt } from '../../../src/earnings/rules/earnings.js';
import { type LedgerEntry, planReversal } from '../../../src/earnings/rules/ledger.js';
import { foldSale } from '../../support/data/fold-sale.js';

const sale = (commissionMinor = 1000, paidMinor = 11_000): LedgerEntry => ({
  earningId: 'ern_sale',
  kind: 'sale',
  commissionMinor,
  transactionMinor: 10_000,
  paidMinor,
  reason: null,
});

function refunded(entries: LedgerEntry[], paidMinor: number | undefined, onStatement = false): LedgerEntry[] {
  const plan = planReversal(entries, { reason: 'refund', paidMinor, onStatement });
  if (!plan) return entries;
  const earningId = plan.turnsOver ? 'ern_sale' : `ern_${entries.length}`;
  return [...entries, { ...plan, earningId, kind: 'refund' }];
}

test('a full refund before a statement turns the record over and nets to zero', () => {
  expect(foldSale(refunded([sale()], undefined))).toEqual([
    {
      earningId: 'ern_sale',
      kind: 'sale',
      reversed: true,
      commissionMinor: -1000,
      transactionMinor: -10_000,
      netMinor: 0,
      settles: false,
    },
  ]);
});

test('a full refund after a statement is a second record next to the first', () => {
  const [own, second] = foldSale(refunded([sale()], undefined, true));
  expect(own).toMatchObject({ reversed: false, commissionMinor: 1000, settles: true });
  expect(second).toMatchObject({ kind: 'refund', reversed: true, commissionMinor: -1000, settles: true });
});

test('a partial refund takes the share of the money that went back', () => {
  const plan = planReversal([sale()], { reason: 'refund', paidMinor: 5500, onStatement: false });
  expect(plan).toEqual({
    turnsOver: false,
    commissionMinor: -500,
    transactionMinor: -5000,
    paidMinor: -5500,
    reason: 'partial_refund',
  });
});

test('the refund that completes partial ones reverses the record with its rest', () => {
  const records = foldSale(refunded(refunded([sale()], 5500), 5500));
  expect(records.map((record) => [record.commissionMinor, record.reversed, record.settles])).toEqual([
    [-500, true, false],
    [-500, true, false],
  ]);
});

test('nothing is taken back twice', () => {
  expect(planReversal(refunded([sale()], undefined), { reason: 'chargeback', onStatement: false })).toBeNull();
  expect(planReversal([], { reason: 'refund', onStatement: false })).toBeNull();
  expect(planReversal([sale()], { reason: 'refund', paidMinor: 0, onStatement: false })).toBeNull();
});

test('a chargeback of a part keeps its reason', () => {
  expect(planReversal([sale()], { reason: 'chargeback', paidMinor: 1, onStatement: false })?.reason).toBe('chargeback');
});

test('however a sale is refunded in parts, they add up to exactly the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40_000_000 }), fc.boolean()), { maxLength: 8 }),
      (commission, paid, parts) => {
        let entries = [sale(commission, paid)];
        for (const [part, onStatement] of parts) {
          entries = refunded(entries, part, onStatement);
          const left = entries.reduce((total, entry) => total + entry.commissionMinor, 0);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(entries.slice(1).every((entry) => entry.commissionMinor <= 0 && entry.paidMinor < 0)).toBe(true);
        }
        entries = refunded(entries, undefined, true);
        expect(entries.reduce((total, entry) => total + entry.commissionMinor, 0)).toBe(0);
        expect(foldSale(entries).reduce((total, record) => total + record.netMinor, 0)).toBe(0);
      },
    ),
  );
});

describe('the clock', () => {
  const now = new Date('2026-11-02T09:00:00Z');

  test('approval 48 hours after the end, ready 7 days later', () => {
    expect(earningClock(new Date('2026-12-01T22:00:00Z'), now)).toEqual({
      approvesAt: new Date('2026-12-03T22:00:00Z'),
      readyAt: new Date('2026-12-10T22:00:00Z'),
      reason: 'awaiting_event',
    });
    expect(earningClock(new Date('2026-11-01T22:00:00Z'), now).reason).toBe('under_review');
    expect(earningClock(null, now)).toEqual({ approvesAt: null, readyAt: null, reason: 'awaiting_event' });
  });

  test('refunds ripen with their sale, never before they happened', () => {
    const later = new Date('2026-12-10T22:00:00Z');
    expect(refundReadyAt(later, now)).toEqual(later);
    expect(refundReadyAt(new Date('2026-10-01T00:00:00Z'), now)).toEqual(now);
    expect(refundReadyAt(null, now)).toBeNull();
  });
});
