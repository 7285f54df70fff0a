import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import { mailOwners } from '../members/mails.js';
import { obtainAccount, readAccount } from '../payments/accounts.js';
import { ProcessorRefusal } from '../payments/errors.js';
import type { ProcessorEvent } from '../payments/port.js';
import { recordEvent } from '../payments/sql.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { accountLetter, waitDetails } from './account-letter.js';
import { resumePayments } from './resume-payments.js';
import {
  disableTransferAccount,
  findTransferAccount,
  keepTransferAccount,
  refreshTransferAccount,
} from './sql/transfer-accounts.js';

export interface ConnectTransferAccountInput {
  /** Id or name. */
  company: string;
  /** An account that the company has already; absent: the one it has here, or a new one. */
  account?: string;
  /** The country of a new account, two letters. */
  country?: string;
  /** A new account is not paid for this time; absent: it is paid at once. */
  waitMs?: number;
  /** Where the processor sends the company back to; absent: to our first page. */
  returnUrl?: string;
}

/**
 * Gives a company an account at the processor that gets our transfers: makes it, or takes the named one. Repeat it to
 * see how the account stands and to get a new link, valid for minutes; null: no fact is missing.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company, an account that we may not use, or an account of
 * another company, and where payouts need no accounts.
 */
export async function connectTransferAccount(ctx: Context, input: ConnectTransferAccountInput) {
  const { id: companyId, name } = await getCompany(ctx, input.company);
  if (!ctx.payouts.needsAccount) throw invalidField('PAYOUTS', 'must be stripe: other payouts need no accounts');
  const { account: named, country = null } = input;
  const before = await findTransferAccount(ctx.sql, { companyId });
  const askedAt = ctx.clock.now();
  const request = { key: companyId, name, country, purpose: 'transfers' as const };
  const account = await obtainAccount(ctx.payments.of('live'), named ?? before?.account, request);
  const kept = await ctx.sql.begin(async (tx) => {
    const owner = await findTransferAccount(tx, { account: account.id });
    if (owner && owner.companyId !== companyId) {
      throw invalidField('account', `${account.id} is the account of another company`);
    }
    const paysFrom = input.waitMs === undefined ? null : new Date(askedAt.getTime() + input.waitMs);
    await keepTransferAccount(tx, companyId, account, { askedAt, paysFrom });
    if (before?.account !== account.id) {
      const details = { account: account.id, before: before?.account ?? null, ...waitDetails(paysFrom) };
      await recordAction(ctx, tx, { action: 'payout_account.connect', objectId: companyId, companyId, details });
      await mailOwners(
        ctx,
        tx,
        companyId,
        accountLetter(ctx, { account: `Stripe, ${account.id}`, at: askedAt, paysFrom }),
      );
    }
    if (account.transfersEnabled) await resumePayments(tx, 'account', companyId, askedAt);
    return findTransferAccount(tx, { companyId });
  });
  if (!kept) throw new Error(`the account of ${companyId} was not kept`);
  const isComplete = account.transfersEnabled && account.payoutsEnabled && account.requirements.length === 0;
  const page = input.returnUrl ?? `${ctx.config.origin}/`;
  const link = isComplete
    ? null
    : await ctx.payments.of('live').accountLink(account.id, { returnUrl: page, refreshUrl: page });
  return { ...kept, link };
}

/**
 * Reads the state of an account after a message that it changed: the message may be older than the stored state.
 * Payments that waited for the account go on.
 *
 * @returns false for an account that no company has.
 */
export async function followTransferAccount(ctx: Context, event: ProcessorEvent, account: string): Promise<boolean> {
  if (!(await findTransferAccount(ctx.sql, { account }))) return false;
  const askedAt = ctx.clock.now();
  const current = await readAccount(ctx.payments.of('live'), account);
  await ctx.sql.begin(async (tx) => {
    await recordEvent(tx, event, ctx.clock.now());
    if (current instanceof ProcessorRefusal) return disableTransferAccount(tx, account, current.code, askedAt);
    const companyId = await refreshTransferAccount(tx, current, askedAt);
    if (companyId !== null && current.transfersEnabled) await resumePayments(tx, 'account', companyId, askedAt);
  });
  return true;
}
