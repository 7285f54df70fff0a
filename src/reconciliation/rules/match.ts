import { type Money, subtract } from '../../core/money.js';
import { type DifferenceName, type Kind, nameOf, type Problem } from './names.js';

/** A movement of money, as one side has it. */
export interface Entry {
  side: 'ours' | 'theirs';
  kind: Kind;
  /** Its kind, by the other side's id: a payment, a refund, a transfer … */
  object: string;
  /** As the account sees it: negative for what leaves it. */
  amount: Money;
  at: Date;
  /** Ours: the order or statement. */
  about?: string | null;
  /** Ours: the other side may have it or not, such as the fee of a refund that was made on the processor's pages. */
  isOptional?: boolean;
  /** Theirs: it carries a key that we gave it. */
  isClaimed?: boolean;
}

export interface Difference {
  name: DifferenceName;
  object: string;
  about: string | null;
  at: Date;
  ours: Money | null;
  theirs: Money | null;
}

export interface Total {
  kind: Kind | 'other';
  currency: string;
  oursCount: number;
  oursMinor: number;
  theirsCount: number;
  theirsMinor: number;
}

export interface Compared {
  differences: Difference[];
  totals: Total[];
}

interface Pair {
  ours: Entry | null;
  theirs: Entry | null;
}

/** Kinds without an id that both sides know: their amounts identify them. */
const BY_AMOUNT: ReadonlySet<Kind> = new Set(['fee_refund', 'transfer_reversal', 'bank_payment', 'bank_return']);
/** On an organizer's account, where others do business too; whatever we did not cause on our own account is a difference. */
const SHARED: ReadonlySet<Kind> = new Set(['payment', 'refund', 'dispute', 'dispute_return']);
/** The processor rounds a share of a fee in its own way. */
const ROUNDING_MINOR: Partial<Record<Kind, number>> = { fee_refund: 1 };

/**
 * Compares everything that both sides have about one payment, fee or transfer.
 *
 * @param entries also from days around the range, so that a movement near its edge meets its other side; it counts in the range that
 *   has its date, which is the other side's where there are two.
 */
export function compare(entries: readonly Entry[], range: { from: Date; to: Date }): Compared {
  const totals = new Totals();
  const differences: Difference[] = [];
  const isKnown = entries.some(({ side, isClaimed }) => side === 'ours' || isClaimed);
  const about = entries.find((entry) => entry.about)?.about ?? null;
  for (const { ours, theirs } of pairs(entries)) {
    const one = theirs ?? ours;
    if (!one || one.at < range.from || one.at >= range.to) continue;
    if (theirs && !ours && !isKnown && SHARED.has(theirs.kind)) {
      totals.add('other', null, theirs.amount);
      continue;
    }
    if (!theirs && ours?.isOptional) continue;
    const problem = findProblem(ours, theirs);
    // What counts as equal is counted with the processor's amount.
    totals.add(one.kind, (problem === null && theirs ? theirs : ours)?.amount, theirs?.amount);
    if (problem === null) continue;
    differences.push({
      name: nameOf(one.kind, problem),
      object: one.object,
      about: ours?.about ?? about,
      at: one.at,
      ours: ours?.amount ?? null,
      theirs: theirs?.amount ?? null,
    });
  }
  return { differences, totals: totals.list() };
}

function findProblem(ours: Entry | null, theirs: Entry | null): Problem | null {
  if (!ours) return 'unknown_to_us';
  if (!theirs) return 'missing';
  if (ours.amount.currency !== theirs.amount.currency) return 'currency_differs';
  const gap = Math.abs(subtract(ours.amount, theirs.amount).minor);
  return gap > (ROUNDING_MINOR[ours.kind] ?? 0) ? 'amount_differs' : null;
}

/** The same movement of both sides: by its id, or else by its amount, and the rest in the order of time. */
function pairs(entries: readonly Entry[]): Pair[] {
  const sorted = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime() || a.object.localeCompare(b.object));
  const theirs = sorted.filter(({ side }) => side === 'theirs');
  const ours = sorted.filter(({ side }) => side === 'ours');
  const found: Pair[] = [];
  const join = (fits: (mine: Entry, other: Entry) => boolean) => {
    for (const mine of [...ours]) {
      const other = theirs.find((entry) => entry.kind === mine.kind && fits(mine, entry));
      if (!other) continue;
      found.push({ ours: mine, theirs: other });
      ours.splice(ours.indexOf(mine), 1);
      theirs.splice(theirs.indexOf(other), 1);
    }
  };
  join((mine, other) => mine.object === other.object);
  const isAlike = (mine: Entry, other: Entry) => BY_AMOUNT.has(mine.kind) && findProblem(mine, other) === null;
  // What must be there before what may be: a refund that failed may have returned no fee.
  join((mine, other) => !mine.isOptional && isAlike(mine, other));
  join(isAlike);
  join((mine) => BY_AMOUNT.has(mine.kind) && !mine.isOptional);
  return [
    ...found,
    ...ours.map((entry) => ({ ours: entry, theirs: null })),
    ...theirs.map((entry) => ({ ours: null, theirs: entry })),
  ];
}

/** Sums by kind and currency. */
export class Totals {
  private readonly sums = new Map<string, Total>();

  add(kind: Total['kind'], ours: Money | null | undefined, theirs: Money | null | undefined): void {
    if (ours) {
      const sum = this.of(kind, ours.currency);
      sum.oursCount += 1;
      sum.oursMinor += ours.minor;
    }
    if (theirs) {
      const sum = this.of(kind, theirs.currency);
      sum.theirsCount += 1;
      sum.theirsMinor += theirs.minor;
    }
  }

  addAll(totals: readonly Total[]): void {
    for (const { kind, currency, ...counts } of totals) {
      const sum = this.of(kind, currency);
      sum.oursCount += counts.oursCount;
      sum.oursMinor += counts.oursMinor;
      sum.theirsCount += counts.theirsCount;
      sum.theirsMinor += counts.theirsMinor;
    }
  }

  list(): Total[] {
    return [...this.sums.values()];
  }

  private of(kind: Total['kind'], currency: string): Total {
    const key = `${kind} ${currency}`;
    const sum = this.sums.get(key) ?? { kind, currency, oursCount: 0, oursMinor: 0, theirsCount: 0, theirsMinor: 0 };
    this.sums.set(key, sum);
    return sum;
  }
}

/** A movement with its facts about our fee. */
export interface FeeEntry extends Entry {
  subject: string;
  id: string;
  /** Theirs: the fee that the payment brought us. */
  fee?: string | null;
  /** Ours: what of it should come to us, negative for what should be returned. */
  feeMinor?: number;
}

/** Fees that a payment and its refunds should have moved on our account. Movements of one side alone moved no expected fee. */
export function toFees(entries: readonly FeeEntry[]): FeeEntry[] {
  const fee = entries.find((entry) => entry.side === 'theirs' && entry.fee)?.fee ?? null;
  return entries.flatMap((mine) => {
    if (mine.side !== 'ours' || !mine.feeMinor) return [];
    const theirs = entries.find(
      (entry) => entry.side === 'theirs' && entry.kind === mine.kind && entry.object === mine.object,
    );
    if (!theirs) return [];
    const kind = mine.kind === 'payment' ? 'fee' : 'fee_refund';
    const object = (kind === 'fee' && fee) || mine.object;
    const { about, isOptional } = mine;
    return {
      ...{ side: 'ours' as const, kind, subject: fee ?? mine.object, id: `${kind} ${object}`, object },
      ...{ amount: { ...mine.amount, minor: mine.feeMinor }, at: theirs.at, about, isOptional },
    };
  });
}
