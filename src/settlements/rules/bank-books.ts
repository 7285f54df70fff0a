import type { Money } from '../../core/money.js';
import { isOpen, type Movement, type PayableStatement, type Payment, positionOf } from './payments.js';

export interface BankPayment extends Payment {
  id: string;
  /** Our account, and the day on which its file asks the bank to pay; null for payments by hand. */
  iban: string | null;
  executeOn: string | null;
}

export interface BankMovement extends Movement {
  id: string;
  /** The payment; null: the entry is not assigned. */
  transferId: string | null;
  /** `person`: recorded by hand; the bank's own entry confirms it later. */
  source: 'bank' | 'person';
  /** Our account; null for entries by hand. */
  iban: string | null;
  amount: Money;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  /** For an entry by hand: the bank's entry that counts instead. */
  confirmedBy: string | null;
}

/** One side of one movement, in the currency of its statement. Amounts are negative for money that left our account. */
export interface BookedMoney {
  side: 'ours' | 'theirs';
  kind: 'bank_payment' | 'bank_return';
  iban: string;
  transferId: string;
  object: string;
  amount: Money;
  /** `YYYY-MM-DD`. */
  on: string;
}

/** A statement's bank payments in our books and at the bank: equal once payments have ended and differences are settled. */
export function bankBooks(
  statement: PayableStatement,
  payments: readonly BankPayment[],
  movements: readonly BankMovement[],
): BookedMoney[] {
  const { currency } = statement.amount;
  const money = (minor: number): Money => ({ minor, currency });
  const mine = { side: 'ours', kind: 'bank_payment' } as const;
  // The newest debits are the ones that the statement does not explain.
  let openMinor = Math.max(0, positionOf(statement, payments).differenceMinor);
  const ours: BookedMoney[] = [];
  const sorted = movements
    .filter(({ confirmedBy }) => confirmedBy === null)
    .sort((a, b) => b.bookedOn.localeCompare(a.bookedOn) || b.id.localeCompare(a.id));
  for (const movement of sorted) {
    const payment = payments.find(({ id }) => id === movement.transferId);
    const iban = payment?.iban ?? movement.iban;
    if (!payment || iban === null) continue;
    const { direction, id, bookedOn: on, transferId } = { ...movement, transferId: payment.id };
    const countsMinor = movement.countsMinor ?? 0;
    if (direction === 'credit') {
      if (countsMinor > 0)
        ours.push({
          ...mine,
          kind: 'bank_return',
          iban,
          transferId,
          object: `ours ${id}`,
          amount: money(countsMinor),
          on,
        });
      continue;
    }
    if (isOpen(payment)) continue;
    const unexplained = Math.min(openMinor, countsMinor);
    openMinor -= unexplained;
    const amount = money(unexplained - countsMinor);
    if (amount.minor !== 0) ours.push({ ...mine, iban, transferId, object: `ours ${id}`, amount, on });
  }
  for (const payment of payments) {
    const { id: transferId, iban, executeOn: on, amount, executedMinor } = payment;
    const hasDebit = movements.some(
      (movement) => movement.transferId === transferId && movement.direction === 'debit' && movement.countsMinor,
    );
    // Ordered and not booked yet, or come back before the entry of its debit was imported.
    const isExpected = isOpen(payment) || (executedMinor > 0 && !hasDebit);
    if (isExpected && iban !== null && on !== null)
      ours.push({ ...mine, iban, transferId, object: transferId, amount: money(-amount.minor), on });
  }
  return [...ours, ...movements.flatMap((movement) => theirs(movement, currency))];
}

/** The bank's side of an entry; without its charges where it names the amount of the order. */
export function theirs(movement: BankMovement, currency: string): BookedMoney[] {
  const { id, transferId, iban, direction, countsMinor, bookedOn: on, source } = movement;
  if (source !== 'bank' || iban === null) return [];
  const minor = countsMinor ?? movement.amount.minor;
  const kind = direction === 'debit' ? 'bank_payment' : 'bank_return';
  const amount = { minor: direction === 'debit' ? -minor : minor, currency };
  return [{ side: 'theirs', kind, iban, transferId: transferId ?? id, object: id, amount, on }];
}
