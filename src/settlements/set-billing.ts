import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type Billing, findBilling, putBilling } from './sql/billing.js';

const MOST_LINES = 6;

export interface SetBillingInput {
  /** Id or name. */
  company: string;
  legalName: string;
  /** One line each, 1 to 6. */
  address: readonly string[];
  taxId: string | null;
}

/**
 * Sets what a company's statements print of it, from the next one on; issued ones keep theirs.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company or a value out of range.
 */
export async function setBilling(ctx: Context, input: SetBillingInput): Promise<Billing> {
  const { id: companyId } = await getCompany(ctx, input.company);
  if (input.address.length === 0 || input.address.length > MOST_LINES) {
    throw invalidField('address', `must have 1 to ${MOST_LINES} lines`);
  }
  const billing = {
    legalName: printedText(ctx, 'legalName', input.legalName, 200),
    address: input.address.map((line) => printedText(ctx, 'address', line, 200)),
    taxId: input.taxId === null ? null : printedText(ctx, 'taxId', input.taxId, 40),
  };
  await ctx.sql.begin(async (tx) => {
    await putBilling(tx, companyId, billing, ctx.clock.now());
    await recordAction(ctx, tx, { action: 'billing.set', objectId: companyId, companyId, details: billing });
  });
  return billing;
}

function printedText(ctx: Context, field: string, value: string, max: number): string {
  const text = checkedText(field, value, { max });
  const missing = ctx.fonts.unprintable(text);
  if (missing.length === 0) return text;
  throw invalidField(
    field,
    `has letters that statements cannot print: ${missing.join(' ')}. Write it in another script`,
  );
}

/**
 * What a company's statements print of it; null if nothing was set.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function getBilling(ctx: Context, company: string): Promise<Billing | null> {
  return findBilling(ctx.sql, (await getCompany(ctx, company)).id);
}
