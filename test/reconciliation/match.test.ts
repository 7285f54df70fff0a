import fc from 'fast-check';
import { compare, type Difference, type Entry, Totals } from '../../src/reconciliation/rules/match.js';
import { KINDS, type Kind, NEXT_STEP, nameOf, PROBLEMS, type Problem } from '../../src/reconciliation/rules/names.js';

const MINUTE = 60_000;
const range = { from: new Date('2026-10-01T00:00:00Z'), to: new Date('2026-11-01T00:00:00Z') };
const MONTH_MINUTES = (range.to.getTime() - range.from.getTime()) / MINUTE;
const isInRange = (at: Date) => at >= range.from && at < range.to;

/** Kinds whose two sides have no id in common. */
const ANONYMOUS: readonly Kind[] = ['fee_refund', 'transfer_reversal', 'bank_payment', 'bank_return'];

interface Movement {
  kind: Kind;
  /** Minutes after the beginning of the month; some before it and after its end. */
  minute: number;
  /** How much later we wrote it down. */
  lag: number;
  currency: string;
}

interface Subject {
  movements: Movement[];
  /** The fault of one movement. */
  fault: { of: number; problem: Problem } | null;
  /** Others' business on the same account. */
  isForeign: boolean;
}

const atAnEdge = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: MONTH_MINUTES - 5, max: MONTH_MINUTES + 5 }),
  fc.integer({ min: 0, max: MONTH_MINUTES }),
);
const movement: fc.Arbitrary<Movement> = fc.record({
  kind: fc.constantFrom(...KINDS),
  minute: atAnEdge,
  lag: fc.integer({ min: 0, max: 10 }),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
});
const subject: fc.Arbitrary<Subject> = fc.record({
  movements: fc.array(movement, { minLength: 1, maxLength: 5 }),
  fault: fc.option(fc.record({ of: fc.nat({ max: 4 }), problem: fc.constantFrom(...PROBLEMS) })),
  isForeign: fc.boolean(),
});

/** Both sides of a subject, and the name of this month's fault. */
function play({ movements, fault, isForeign }: Subject, id: number) {
  const entries: Entry[] = [];
  let planted: string | null = null;
  for (const [index, { kind, minute, lag, currency }] of movements.entries()) {
    const at = new Date(range.from.getTime() + minute * MINUTE);
    const object = `${kind}_${id}_${index}`;
    // Different enough in their amounts to be identified by them.
    const amount = { minor: 1_000 + index * 10, currency };
    const theirs: Entry = { side: 'theirs', kind, object, amount, at, isClaimed: true };
    const ours: Entry = {
      ...{ side: 'ours', kind, amount, about: `ord_${id}` },
      object: ANONYMOUS.includes(kind) ? `ours_${object}` : object,
      at: new Date(at.getTime() + lag * MINUTE),
    };
    const problem = fault && fault.of % movements.length === index ? fault.problem : null;
    if (problem === 'amount_differs') theirs.amount = { minor: amount.minor + 3, currency };
    if (problem === 'currency_differs') theirs.amount = { ...amount, currency: 'USD' };
    if (problem !== 'unknown_to_us') entries.push(ours);
    if (problem !== 'missing') entries.push(theirs);
    if (problem && isInRange(problem === 'missing' ? ours.at : at)) planted = nameOf(kind, problem);
  }
  const isOthers = isForeign && movements.every(({ kind }) => ['payment', 'refund', 'dispute'].includes(kind));
  if (!isOthers) return { entries, planted };
  return {
    entries: entries.filter(({ side }) => side === 'theirs').map((entry) => ({ ...entry, isClaimed: false })),
    planted: null,
  };
}

test('finds in random months exactly the differences that were planted, and its totals explain them to the cent', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(subject, { maxLength: 30 }), (month) => {
      const totals = new Totals();
      const found: Difference[] = [];
      const planted: string[] = [];
      for (const [id, one] of month.entries()) {
        const played = play(one, id);
        const compared = compare(played.entries, range);
        if (played.planted) planted.push(played.planted);
        found.push(...compared.differences);
        totals.addAll(compared.totals);
      }
      expect(found.map(({ name }) => name).sort()).toEqual(planted.sort());
      for (const name of planted) met.add(name);

      const gaps = new Map<string, number>();
      const add = (currency: string, minor: number) => gaps.set(currency, (gaps.get(currency) ?? 0) + minor);
      for (const { kind, currency, oursMinor, theirsMinor } of totals.list())
        if (kind !== 'other') add(currency, theirsMinor - oursMinor);
      for (const { ours, theirs } of found) {
        if (ours) add(ours.currency, ours.minor);
        if (theirs) add(theirs.currency, -theirs.minor);
      }
      expect([...gaps.values()].filter((gap) => gap !== 0)).toEqual([]);
    }),
    { numRuns: 400, seed: 30 },
  );
  // The same months each time: every name was among them, and has a next step.
  expect([...met].sort()).toEqual([...NEXT_STEP.keys()].filter((name) => name !== 'account_unreadable').sort());
});

const entry = (side: Entry['side'], kind: Kind, minor: number, at: string, more: Partial<Entry> = {}): Entry => ({
  ...{ side, kind, object: 'one', amount: { minor, currency: 'EUR' }, at: new Date(at), isClaimed: true, ...more },
});

test('a payment a second before midnight that we wrote down after it counts once, in the month of the processor', () => {
  const entries = [
    entry('theirs', 'payment', 2_500, '2026-10-31T23:59:59Z'),
    entry('ours', 'payment', 2_500, '2026-11-01T00:00:04Z'),
  ];
  const november = { from: range.to, to: new Date('2026-12-01T00:00:00Z') };
  expect(compare(entries, range).totals).toMatchObject([{ oursCount: 1, theirsCount: 1 }]);
  expect(compare(entries, november)).toEqual({ differences: [], totals: [] });
});

test('a share of a fee may be rounded up or down, and a share refunded elsewhere need not come back', () => {
  const ours = entry('ours', 'fee_refund', -33, '2026-10-05T00:00:00Z', { object: 'rfd_1' });
  const theirs = entry('theirs', 'fee_refund', -34, '2026-10-05T00:00:00Z', { object: 'fr_1' });
  expect(compare([ours, theirs], range).differences).toEqual([]);
  expect(compare([ours], range).differences).toMatchObject([{ name: 'fee_refund_missing' }]);
  expect(compare([{ ...ours, isOptional: true }], range).differences).toEqual([]);
  expect(
    compare(
      [
        { ...ours, isOptional: true },
        { ...theirs, amount: { minor: -40, currency: 'EUR' } },
      ],
      range,
    ).differences,
  ).toMatchObject([{ name: 'fee_refund_unknown_to_us', theirs: { minor: -40 } }]);
});

test('a returned fee is not mistaken for the fee of an earlier failed refund', () => {
  const [first, second] = [new Date('2026-10-03T00:00:00Z'), new Date('2026-10-05T00:00:00Z')];
  const fee = { kind: 'fee_refund' as const, amount: { minor: -150, currency: 'EUR' } };
  const failed: Entry = { ...fee, side: 'ours', object: 're_1', at: first, isOptional: true };
  const made: Entry = { ...fee, side: 'ours', object: 're_2', at: second };
  const returned: Entry = { ...fee, side: 'theirs', object: 'fr_2', at: second };
  expect(compare([failed, made, returned], range).differences).toEqual([]);
  const both: Entry = { ...fee, side: 'theirs', object: 'fr_1', at: first };
  expect(compare([failed, made, both, returned], range).differences).toEqual([]);
  expect(compare([failed, made], range).differences).toMatchObject([{ name: 'fee_refund_missing', object: 're_2' }]);
});
