import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { getPayoutAccount } from './payout-account.js';
import { findPayoutTargets } from './payout-target.js';
import { getBilling } from './set-billing.js';
import { readCompanyTerms } from './settlements.js';
import { findTransferAccount } from './sql/transfer-accounts.js';

/** `missing`: there is no account for the next statement. */
export async function readCompanyPayouts(ctx: Context, companyId: Id<'company'>) {
  const [billing, terms, bank, stripe, targetOf] = await Promise.all([
    getBilling(ctx, companyId),
    readCompanyTerms(ctx, companyId),
    getPayoutAccount(ctx, companyId),
    findTransferAccount(ctx.sql, { companyId }),
    findPayoutTargets(ctx, companyId),
  ]);
  const nextOne = terms && { status: 'issued' as const, method: terms.method, waitsFor: null, payFrom: null };
  const missing = nextOne !== null && targetOf(nextOne).waitsFor === 'account';
  return { billing, terms, bank, stripe, missing };
}
