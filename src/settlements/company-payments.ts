import type { z } from 'zod';
import { givenFilters } from '../core/cursor.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import { explainPayment, paymentPurpose } from './rules/payment-text.js';
import { netMinor, PAYMENT_STATUSES, type PaymentStatus, paymentStatus } from './rules/payments.js';
import type { companyPayment } from './schemas.js';
import {
  type CompanyPaymentRow,
  findPaymentChoices,
  type MoneyChoices,
  newestPayments,
} from './sql/company-payments.js';

export type CompanyPayment = z.infer<typeof companyPayment>;

export interface CompanyPaymentsQuery {
  companyId: Id<'company'>;
  year?: string;
  currency?: string;
  status?: PaymentStatus;
  cursor?: string;
  limit: number;
}

/** A page of payments to a company, the newest first; only live sales are paid. @throws {ProblemError} 400 `invalid_cursor`. */
export async function companyPayments(
  ctx: Context,
  { companyId, cursor, limit, ...given }: CompanyPaymentsQuery,
): Promise<{ payments: CompanyPayment[]; next: string | null; choices: MoneyChoices }> {
  const scope = { surface: 'dashboard payments', mode: 'live' as const, companyId };
  const asked = givenFilters(given);
  const opened = cursor === undefined ? undefined : ctx.cursors.open(scope, cursor, asked);
  const filters = opened?.filters ?? asked;
  const { status, year, currency } = filters as Pick<CompanyPaymentsQuery, 'status' | 'year' | 'currency'>;
  const filter = { year, currency, states: status && PAYMENT_STATUSES[status] };
  const [rows, choices] = await Promise.all([
    newestPayments(ctx.sql, companyId, filter, limit + 1, opened?.position.id),
    findPaymentChoices(ctx.sql, companyId),
  ]);
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters });
  return { payments: page.map(toCompanyPayment), next, choices };
}

/** The payments of a statement, the newest first. */
export async function statementPayments(
  ctx: Context,
  { companyId, settlementId }: { companyId: Id<'company'>; settlementId: Id<'statement'> },
): Promise<CompanyPayment[]> {
  return (await newestPayments(ctx.sql, companyId, { settlementId }, MOST)).map(toCompanyPayment);
}

/** A statement has a few payments at most: a person starts each one after the fourth. */
const MOST = 1_000;

function toCompanyPayment(row: CompanyPaymentRow): CompanyPayment {
  const { id, settlementId, month, version, currency, method, amount, executedMinor, returnedMinor } = row;
  const statement = { id: settlementId, month, reference: row.ownReference };
  return {
    id,
    status: paymentStatus(row),
    explanation: explainPayment(row),
    on: row.paidOn,
    amount: toDecimal(executedMinor || amount.minor, currency),
    returned: toDecimal(returnedMinor, currency),
    kept: toDecimal(netMinor(row), currency),
    currency,
    method,
    account: row.ibanEnd ?? row.account?.slice(-4) ?? null,
    reference: row.fileId === null ? row.reference : paymentPurpose(statement),
    statement: { id: settlementId, month, version },
  };
}
