import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { getPayoutAccount } from './payout-account.js';
import type { WaitCause } from './rules/settlement.js';
import { getBilling } from './set-billing.js';
import { readCompanyTerms } from './settlements.js';
import { findPayoutAccounts } from './sql/payout-accounts.js';
import type { SettlementRow } from './sql/settlements.js';
import { findTransferAccount } from './sql/transfer-accounts.js';

/** Whether bank files pay a statement, and no processor does. */
export const isPaidByFile = (
  { payouts, config }: Context,
  { method, currency }: Pick<SettlementRow, 'method' | 'currency'>,
): boolean =>
  method === 'bank_transfer' && !payouts.methods.includes(method) && config.bankAccounts[currency] !== undefined;

interface Waiting {
  waitsFor: WaitCause | null;
  payFrom: Date | null;
}

/** Why a company's payments wait: the stored reason, or its account's obstacle, because bank files store no reason. */
export async function findPayoutTargets(
  ctx: Context,
  companyId: Id<'company'>,
): Promise<(statement: Pick<SettlementRow, 'status' | 'method' | 'waitsFor' | 'payFrom'>) => Waiting> {
  const now = ctx.clock.now();
  const [banks, transfers] = await Promise.all([
    findPayoutAccounts(ctx.sql, [companyId]),
    findTransferAccount(ctx.sql, { companyId }),
  ]);
  return ({ status, method, waitsFor, payFrom }) => {
    if (waitsFor !== null || (status !== 'issued' && status !== 'failed')) return { waitsFor, payFrom };
    const isNeeded = method === 'bank_transfer' ? !ctx.payouts.methods.includes(method) : ctx.payouts.needsAccount;
    const account =
      method === 'bank_transfer' ? banks.get(companyId) : transfers?.transfersEnabled ? transfers : undefined;
    if (!account) return { waitsFor: isNeeded ? 'account' : null, payFrom };
    const isNew = account.paysFrom !== null && account.paysFrom > now;
    return isNew ? { waitsFor: 'new_account', payFrom: account.paysFrom } : { waitsFor, payFrom };
  };
}

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
