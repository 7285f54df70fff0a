import type { Mode } from '../core/mode.js';
import { invalidField, noSuch } from '../core/problems.js';
import { obtainAccount, readAccount } from '../payments/accounts.js';
import { ProcessorRefusal } from '../payments/errors.js';
import type { Account, ProcessorMessage } from '../payments/port.js';
import { recordEvent } from '../payments/sql.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { findOrganizer } from './sql/organizers.js';
import {
  disablePaymentAccount,
  findAccountMode,
  findPaymentAccount,
  hasOnlySamples,
  keepPaymentAccount,
  refreshPaymentAccount,
} from './sql/payment-accounts.js';

export interface ConnectInput {
  /** The stable name that imports use. */
  source: string;
  /** An account that the organizer has already; absent: the one it has here, or a new one. */
  account?: string;
  /** The country of a new account, two letters. */
  country?: string;
}

export interface ConnectedOrganizer {
  source: string;
  /** The processor's mode: test mode for the organizers of sample events. */
  mode: Mode;
  account: Account;
  /** The page where the organizer gives missing facts; null: none are missing. */
  link: string | null;
}

/**
 * Gives an organizer an account that charges cards: makes it, or takes the named one. Repeat it to see how the account
 * stands and to get a new link: links are valid for minutes. The organizers of the sample events get an account of the
 * test mode.
 *
 * @throws {ProblemError} `invalid_request` for an unknown source, an account that we may not use, or an account of
 * another organizer, and where payments need no accounts.
 */
export async function connectOrganizer(ctx: Context, input: ConnectInput): Promise<ConnectedOrganizer> {
  const organizer = await findOrganizer(ctx.sql, input.source);
  if (!organizer) throw noSuch('organizer', input.source);
  const mode: Mode = (await hasOnlySamples(ctx.sql, organizer.id)) ? 'test' : 'live';
  const payments = ctx.payments.of(mode);
  if (!payments.hosted && mode === 'live')
    throw invalidField('PAYMENTS', 'must be stripe: other payments need no accounts');
  if (!payments.hosted) throw invalidField('STRIPE_TEST_KEY', 'must be set: else test orders are simulated');
  const before = await findPaymentAccount(ctx.sql, organizer.id);
  // An account of the other mode is none here.
  const known = before?.mode === mode ? before : null;
  const askedAt = ctx.clock.now();
  const account = await obtainAccount(payments, input.account ?? known?.account, {
    key: organizer.id,
    name: organizer.name ?? organizer.source,
    country: input.country ?? null,
    purpose: 'charges',
  });
  await ctx.sql.begin(async (tx) => {
    if (before?.account !== account.id && (await findAccountMode(tx, account.id))) {
      throw invalidField('account', `${account.id} is the account of another organizer`);
    }
    await keepPaymentAccount(tx, organizer.id, account, { mode, askedAt });
    const details = { source: organizer.source, mode, account: account.id, before: before?.account ?? null };
    if (known?.account !== account.id) {
      await recordAction(ctx, tx, { action: 'organizer.connect', objectId: organizer.id, details });
    }
  });
  const isComplete = account.chargesEnabled && account.requirements.length === 0;
  const page = `${ctx.config.origin}/`;
  const link = isComplete ? null : await payments.accountLink(account.id, { returnUrl: page, refreshUrl: page });
  return { source: organizer.source, mode, account, link };
}

/** Reads an account anew, as its message may be older than the stored state. @returns false for an account of no organizer. */
export async function followAccount(ctx: Context, event: ProcessorMessage, account: string): Promise<boolean> {
  if ((await findAccountMode(ctx.sql, account)) !== event.mode) return false;
  const askedAt = ctx.clock.now();
  const current = await readAccount(ctx.payments.of(event.mode), account);
  await ctx.sql.begin(async (tx) => {
    await recordEvent(tx, event, ctx.clock.now());
    if (current instanceof ProcessorRefusal) await disablePaymentAccount(tx, account, current.code, askedAt);
    else await refreshPaymentAccount(tx, current, askedAt);
  });
  return true;
}
