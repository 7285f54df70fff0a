import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Vat } from './rules/vat.js';
import { printedText } from './set-billing.js';
import { putVat } from './sql/billing.js';

const MAX_NOTE = 300;

/**
 * Sets how a company's statements show VAT, from the next one on. Issued statements keep theirs.
 *
 * @param input.company id or name.
 * @throws {ProblemError} `invalid_request` for an unknown company, a rate without the treatment `rate` or out of range, a reverse charge
 * without its sentence, or a sentence that statements cannot print.
 */
export async function setVat(ctx: Context, input: { company: string } & Vat): Promise<Vat> {
  const { company, treatment, rate, selfBilling } = input;
  const { id: companyId } = await getCompany(ctx, company);
  if ((treatment === 'rate') !== (rate !== null)) {
    throw invalidField('rate', treatment === 'rate' ? 'is required, such as 19' : `must be absent with ${treatment}`);
  }
  if (rate !== null && !(rate >= 0 && rate < 100 && Number(rate.toFixed(3)) === rate)) {
    throw invalidField('rate', 'must be a percentage from 0 to 99.999, with at most three decimals');
  }
  if (treatment === 'reverse_charge' && input.note === null) {
    throw invalidField('note', 'is required: the sentence that statements print for the reverse charge');
  }
  const note = input.note === null ? null : printedText(ctx, 'note', input.note, MAX_NOTE);
  const vat: Vat = { treatment, rate, note, selfBilling };
  await ctx.sql.begin(async (tx) => {
    await putVat(tx, companyId, vat, ctx.clock.now());
    await recordAction(ctx, tx, { action: 'vat.set', objectId: companyId, companyId, details: { ...vat } });
  });
  return vat;
}
