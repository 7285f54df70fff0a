import { newId } from '../../domain/ids.js';
import { invalidField } from '../../domain/problems.js';
import { type Agreement, UNLIMITED_AGREEMENT } from '../../domain/viewer.js';
import { putAgreement } from '../../store/agreements.js';
import { insertCompany } from '../../store/companies.js';
import { recordAction } from '../audit/record-action.js';
import { checkedText } from '../checked-text.js';
import type { Context } from '../context.js';
import { checkedAgreement } from './checked-agreement.js';

export interface CreateCompanyInput {
  name: string;
  /** ISO 4217, the currency of its totals; EUR when absent. */
  currency?: string;
  /** What it may show; everything when absent. */
  agreement?: Partial<Agreement>;
}

/**
 * Adds a partner company with its agreement.
 *
 * @throws {ProblemError} `invalid_request` when the name is empty or taken, or a value is malformed.
 */
export async function createCompany(ctx: Context, input: CreateCompanyInput): Promise<{ id: string; name: string }> {
  const name = checkedText('name', input.name, { max: 200 });
  const currency = (input.currency ?? 'EUR').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('currency', 'must be three letters such as EUR');
  const agreement = checkedAgreement({ ...UNLIMITED_AGREEMENT, ...input.agreement });
  const now = ctx.clock.now();
  const id = newId('company');
  await ctx.sql.begin(async (tx) => {
    if (!(await insertCompany(tx, { id, name, currency, now }))) throw invalidField('name', 'is taken');
    await putAgreement(tx, id, agreement, now);
    await recordAction(ctx, tx, { action: 'company.create', objectId: id, companyId: id, details: { name, currency } });
  });
  return { id, name };
}
