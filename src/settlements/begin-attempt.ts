import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { noSuch } from '../core/problems.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import { exposedMinor, isOpen, positionOf } from './rules/payments.js';
import { SettlementRefused } from './rules/settlement.js';
import { beginTransfer, type CompetingPayment, listCompetingPayments, type Route } from './sql/settlement-payments.js';
import { lockTerms } from './sql/settlement-terms.js';
import { findSettlement, lockSettlement, type SettlementRow } from './sql/settlements.js';

/** The processor's key for an attempt: derived from its purpose, so that it cannot be sent twice. */
export function transferId(settlementId: Id<'statement'>, attempt: number): string {
  return `${settlementId.replace(/^stm_/, 'trf_')}_${attempt}`;
}

/**
 * Begins the next attempt to pay a statement: from here on the money may move. The caller holds the company's terms and
 * the statement's row, in this order, so that no other payment of the same lines changes at the same time.
 *
 * @returns the id of the payment.
 * @throws {SettlementRefused} when open, executed and returned payments would together exceed the money owed for the
 * lines.
 */
export async function beginAttempt(
  tx: Transaction,
  { id: settlementId, attempts }: SettlementRow,
  route: Route,
  now: Date,
): Promise<string> {
  const obstacle = (await findObstacles(tx, [settlementId])).get(settlementId);
  if (obstacle) throw new SettlementRefused(obstacle);
  const attempt = attempts + 1;
  const id = transferId(settlementId, attempt);
  await beginTransfer(tx, { id, settlementId, attempt, ...route }, now);
  return id;
}

/** Locks the company's terms, then the statement, like every writer. @throws {ProblemError} for an unknown statement. */
export async function lockStatement(tx: Transaction, id: string): Promise<SettlementRow> {
  const found = await findSettlement(tx, id);
  if (found) await lockTerms(tx, found.companyId);
  const statement = found && (await lockSettlement(tx, id));
  if (!statement) throw noSuch('statement', id);
  return statement;
}

/** Obstacles to paying statements now, by statement: another payment of the same lines was or may be executed. */
export async function findObstacles(
  db: Queryable,
  settlementIds: readonly Id<'statement'>[],
): Promise<Map<string, string>> {
  return describeObstacles(await listCompetingPayments(db, settlementIds));
}

/** The same, of the statement's own payments alone: why its lines must stay where they are; null: nothing. */
export async function findOwnObstacle(db: Queryable, settlementId: Id<'statement'>): Promise<string | null> {
  const payments = await listCompetingPayments(db, [settlementId]);
  return (
    describeObstacles(payments.filter((payment) => payment.settlementId === settlementId)).get(settlementId) ?? null
  );
}

function describeObstacles(payments: readonly CompetingPayment[]): Map<string, string> {
  const groups = groupBy(payments, (payment) => `${payment.of} ${payment.settlementId}`);
  const obstacles = new Map<string, string>();
  for (const group of groups.values()) {
    const [first] = group as [CompetingPayment];
    if (positionOf(first.statement, group).exposedMinor <= 0) continue;
    const cause = group.find((payment) => exposedMinor(payment) > 0) ?? first;
    obstacles.set(first.of, describeObstacle(cause));
  }
  return obstacles;
}

function describeObstacle(payment: CompetingPayment): string {
  const { id, settlementId, of, statement, amount: ordered, state } = payment;
  const { currency } = ordered;
  const amount = `${toDecimal(exposedMinor(payment), currency)} ${currency}`;
  const whose = settlementId === of ? '' : ` of the void version ${settlementId}, which lists the same lines`;
  if (isOpen(payment)) return `${id}${whose} may still pay ${amount}: end it with \`settlement end-payment ${id}\``;
  const decide =
    statement.status === 'void'
      ? `\`settlement settle ${settlementId} --recover\``
      : `\`settlement end-payment ${id}\` or \`settlement settle ${settlementId}\``;
  return `${id}${whose} is ${state}: ${amount} left our account for it. Decide with ${decide} first`;
}
