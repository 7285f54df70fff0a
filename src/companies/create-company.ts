import { newId } from '../core/ids.js';
import { conflict, invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { type Agreement, UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { checkedAgreement } from './checked-agreement.js';
import { putAgreement } from './sql/agreements.js';
import { insertCompany } from './sql/companies.js';

export interface CreateCompanyInput {
  name: string;
  /** ISO 4217, the currency of its totals; EUR when absent. */
  currency?: string;
  /** Its agreement; everything when absent. */
  agreement?: Partial<Agreement>;
}

/** @throws {ProblemError} `invalid_request` when the name is empty or taken, or a value is malformed. */
export async function createCompany(ctx: Context, input: CreateCompanyInput): Promise<{ id: string; name: string }> {
  const name = checkedText('name', input.name, { max: 200 });
  const currency = (input.currency ?? 'EUR').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('currency', 'must be three letters such as EUR');
  const agreement = checkedAgreement({ ...UNLIMITED_AGREEMENT, ...input.agreement });
  const now = ctx.clock.now();
  const id = newId('company');
  await ctx.sql.begin(async (tx) => {
    if (!(await insertCompany(tx, { id, name, currency, now }))) throw conflict('name', 'is taken');
    await putAgreement(tx, id, agreement, now);
    await recordAction(ctx, tx, { action: 'company.create', objectId: id, companyId: id, details: { name, currency } });
  });
  return { id, name };
}
