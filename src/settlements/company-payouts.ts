import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { getPayoutAccount, type PayoutAccount } from './payout-account.js';
import { findPayoutTargets } from './payout-target.js';
import { getBilling } from './set-billing.js';
import { readCompanyTerms } from './settlements.js';
import type { Billing } from './sql/billing.js';
import type { TransferAccountRow } from './sql/transfer-accounts.js';
import { getTransferAccount } from './transfer-account.js';
import type { SettlementsList } from './wire.js';

export interface CompanyPayouts {
  billing: Billing | null;
  terms: SettlementsList['terms'];
  bank: PayoutAccount | null;
  stripe: TransferAccountRow | null;
  missing: boolean;
}

/** @throws {ProblemError} `invalid_request` for an unknown company. */
export async function readCompanyPayouts(ctx: Context, companyId: Id<'company'>): Promise<CompanyPayouts> {
  const [billing, terms, bank, stripe, targetOf] = await Promise.all([
    getBilling(ctx, companyId),
    readCompanyTerms(ctx, companyId),
    getPayoutAccount(ctx, companyId),
    getTransferAccount(ctx, companyId),
    findPayoutTargets(ctx, companyId),
  ]);
  const nextOne = terms && { status: 'issued' as const, method: terms.method, waitsFor: null, payFrom: null };
  const missing = nextOne !== null && targetOf(nextOne).waitsFor === 'account';
  return { billing, terms, bank, stripe, missing };
}
