import type { Money } from '../../core/money.js';
import type { SettlementStatus, StatementFacts } from './settlement.js';

/** States of a payment instruction, see `settlement_transfers.state`. */
export const TRANSFER_STATES = ['begun', 'filed', 'withdrawn', 'refused', 'executed', 'returned'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Open states: the money may still leave our account. */
export const OPEN_STATES: readonly TransferState[] = ['begun', 'filed'];

/** The states of a payment for the company, with the states of its instruction. */
export const PAYMENT_STATUSES = {
  on_its_way: OPEN_STATES,
  paid: ['executed'],
  returned: ['returned'],
  failed: ['refused'],
  cancelled: ['withdrawn'],
} as const satisfies Record<string, readonly TransferState[]>;
export type PaymentStatus = keyof typeof PAYMENT_STATUSES;
export const PAYMENT_STATUS_NAMES = Object.keys(PAYMENT_STATUSES) as [PaymentStatus, ...PaymentStatus[]];

export function paymentStatus({ state }: Pick<Payment, 'state'>): PaymentStatus {
  const name = PAYMENT_STATUS_NAMES.find((status) => (PAYMENT_STATUSES[status] as readonly string[]).includes(state));
  if (!name) throw new Error(`${state} is no state of a payment`);
  return name;
}

/** A payment instruction. All its amounts are in one currency. */
export interface Payment {
  state: TransferState;
  amount: Money;
  /** What left our account for it, and what of it came back. */
  executedMinor: number;
  returnedMinor: number;
  /** What adjustments owe the company again because of it. */
  owedAgainMinor: number;
}

/** A movement on our account that belongs to a payment. `countsMinor` null: it counts nothing. */
export interface Movement {
  direction: 'debit' | 'credit';
  countsMinor: number | null;
}

export const isOpen = ({ state }: Pick<Payment, 'state'>): boolean => OPEN_STATES.includes(state);

export const netMinor = ({ executedMinor, returnedMinor }: Payment): number => executedMinor - returnedMinor;

/** The money that the company has, or may still get, by a payment. */
export const exposedMinor = (payment: Payment): number =>
  isOpen(payment) ? Math.max(payment.amount.minor, netMinor(payment)) : netMinor(payment);

/**
 * A payment after its movements changed. The order of the movements does not matter: credits that exceed the debits belong to a
 * debit that was not imported yet. Movements below the amount leave the payment open, because the rest may follow.
 */
export function withMovements<P extends Payment>(payment: P, movements: readonly Movement[]): P {
  const sum = (direction: Movement['direction']) =>
    movements.reduce(
      (total, movement) => total + (movement.direction === direction ? (movement.countsMinor ?? 0) : 0),
      0,
    );
  const [debits, returnedMinor] = [sum('debit'), sum('credit')];
  const executedMinor = Math.max(debits, returnedMinor);
  return { ...payment, executedMinor, returnedMinor, state: nextState(payment, executedMinor, returnedMinor) };
}

function nextState(payment: Payment, executedMinor: number, returnedMinor: number): TransferState {
  if (executedMinor === 0)
    return payment.state === 'executed' || payment.state === 'returned' ? 'withdrawn' : payment.state;
  if (isOpen(payment) && executedMinor < payment.amount.minor) return payment.state;
  return executedMinor === returnedMinor ? 'returned' : 'executed';
}

/**
 * The debit that paid a statement: with it, the debits by booking day reach the amount. Fully returned payments count
 * only while they are owed again.
 *
 * @returns the last debit where they do not reach the amount; null: there is none.
 */
export function findPayer<
  M extends Movement & { transferId: string | null; bookedOn: string; confirmedBy: string | null },
>(amount: Money, payments: readonly (Payment & { id: string })[], movements: readonly M[]): M | null {
  const paying = payments.filter((payment) => netMinor(payment) + payment.owedAgainMinor > 0).map(({ id }) => id);
  const debits = movements
    .filter((movement) => movement.direction === 'debit' && movement.countsMinor && movement.confirmedBy === null)
    .filter(({ transferId }) => transferId !== null && paying.includes(transferId))
    .sort((a, b) => a.bookedOn.localeCompare(b.bookedOn));
  let coveredMinor = 0;
  for (const debit of debits) {
    coveredMinor += debit.countsMinor ?? 0;
    if (coveredMinor >= amount.minor) return debit;
  }
  return debits.at(-1) ?? null;
}

export interface Position {
  status: SettlementStatus;
  /** The returned part of a paid statement, which must be owed again. */
  oweMinor: number;
  /** The company's surplus over the statement: positive until a person settles it. */
  differenceMinor: number;
  /** The money that the company has, or may still get. A statement is payable while this is not positive. */
  exposedMinor: number;
}

export type PayableStatement = Pick<StatementFacts, 'status' | 'amount' | 'settledMinor'>;

/** Where a statement stands by its payments: its status follows from them, except that `carried` and `void` stay. */
export function positionOf(statement: PayableStatement, payments: readonly Payment[]): Position {
  const { status: before, settledMinor } = statement;
  const { minor: amountMinor } = statement.amount;
  const sum = (of: (payment: Payment) => number) => payments.reduce((total, payment) => total + of(payment), 0);
  const coveredMinor = sum((payment) => netMinor(payment) + payment.owedAgainMinor);
  // A whole payment with a returned part has paid the statement: the part is owed again.
  const isPaid = payments.some((payment) => payment.state === 'executed' && payment.executedMinor >= amountMinor);
  const status = statusOf(before, isPaid || coveredMinor >= amountMinor, payments);
  const oweMinor = status === 'paid' ? Math.max(0, amountMinor - coveredMinor) : 0;
  const paidMinor = status === 'paid' ? amountMinor : 0;
  // Part of a payment that is still open is no difference yet.
  const openMinor = status === 'paying' ? sum((payment) => (isOpen(payment) ? netMinor(payment) : 0)) : 0;
  return {
    status,
    oweMinor,
    differenceMinor: coveredMinor + oweMinor - paidMinor - openMinor - settledMinor,
    exposedMinor: sum(exposedMinor) - settledMinor,
  };
}

function statusOf(before: SettlementStatus, isPaid: boolean, payments: readonly Payment[]): SettlementStatus {
  if (before === 'carried' || before === 'void' || before === 'paid') return before;
  if (isPaid) return 'paid';
  if (payments.some(isOpen)) return 'paying';
  return payments.length > 0 ? 'failed' : 'issued';
}
