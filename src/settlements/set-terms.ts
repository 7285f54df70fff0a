import { getCompany } from '../companies/get-company.js';
import { isExact, SETTLEMENT_METHODS, type SettlementMethod, toMinor } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { SettlementTerms } from './rules/settlement.js';
import { findTerms, putTerms } from './sql/settlement-terms.js';

export interface SetTermsInput {
  /** Id or name. */
  company: string;
  method: string;
  netDays: number;
  /** Decimal, in the company's currency; the same number counts in currencies without their own minimum. */
  minimum: number;
  /** Decimals by currency, for those with a minimum of their own. */
  minimums?: Record<string, number>;
  reference: string | null;
}

/**
 * Sets the terms of a company from its next statement on; issued ones keep theirs.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company or a value out of range.
 */
export async function setTerms(ctx: Context, input: SetTermsInput): Promise<SettlementTerms> {
  const company = await getCompany(ctx, input.company);
  const { method, netDays, minimum } = input;
  if (!isMethod(method)) throw invalidField('method', `must be ${SETTLEMENT_METHODS.join(' or ')}`);
  if (!Number.isInteger(netDays) || netDays < 0 || netDays > 365) throw invalidField('netDays', 'must be 0 to 365');
  const reference = input.reference === null ? null : checkedText('reference', input.reference, { max: 100 });
  const minimums: Record<string, number> = {};
  for (const [currency, amount] of Object.entries(input.minimums ?? {})) {
    if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('minimums', 'must be by currency, such as JPY');
    if (currency === company.currency) {
      throw invalidField('minimums', `${currency} is the company's own currency: use the main minimum`);
    }
    minimums[currency] = parseMinor(amount, currency);
  }
  const terms = {
    method,
    netDays,
    minimumMinor: parseMinor(minimum, company.currency),
    currency: company.currency,
    minimums,
    reference,
  };
  const companyId = company.id;
  await ctx.sql.begin(async (tx) => {
    await putTerms(tx, { companyId, ...terms }, ctx.clock.now());
    const { minimums: others, ...facts } = terms;
    const details = { ...facts, minimums: Object.entries(others).map(([code, minor]) => `${code} ${minor}`) };
    await recordAction(ctx, tx, { action: 'terms.set', objectId: companyId, companyId, details });
  });
  return terms;
}

/** The terms of a company; null if there are none. @throws {ProblemError} `invalid_request` for an unknown company. */
export async function getTerms(ctx: Context, company: string): Promise<SettlementTerms | null> {
  return findTerms(ctx.sql, (await getCompany(ctx, company)).id);
}

function isMethod(text: string): text is SettlementMethod {
  return (SETTLEMENT_METHODS as readonly string[]).includes(text);
}

function parseMinor(amount: number, currency: string): number {
  if (!Number.isFinite(amount) || amount < 0) throw invalidField('minimum', 'must be an amount, 0 or more');
  if (!isExact(amount, currency)) throw invalidField('minimum', `${amount} has more digits than ${currency}`);
  return toMinor(amount, currency);
}
