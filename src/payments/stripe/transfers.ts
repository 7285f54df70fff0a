import { ProcessorFailure, ProcessorRefusal } from '../errors.js';
import type { DeferredTransfer, PayoutsPort, Transfer, TransferResult } from '../payouts-port.js';
import { fromStripe, isExpressible, toStripe } from './amounts.js';
import { ask, createStripeClient, type StripeSettings } from './client.js';

/** A statement has one transfer, and after failures a few: more are not read. */
const MOST = 1_000;

/** Transfers to partners' accounts. Group: the statement; metadata: the attempt, as Stripe forgets keys after a day. */
export function createStripePayouts(settings: StripeSettings): PayoutsPort {
  const stripe = createStripeClient(settings);

  const create = async ({ key, sending, settlementId, amount, account }: Transfer & { account: string }) =>
    stripe.transfers.create(
      {
        amount: toStripe(amount),
        currency: amount.currency.toLowerCase(),
        destination: account,
        description: settlementId,
        transfer_group: settlementId,
        metadata: { key, settlement_id: settlementId },
      },
      { idempotencyKey: `${key}/${sending}` },
    );

  return {
    methods: ['processor_transfer'],
    needsAccount: true,

    async send(transfer) {
      const { account, companyId, amount } = transfer;
      if (account === undefined) throw new Error(`${companyId} has no account to be paid to`);
      if (!isExpressible(amount)) return refused('amount_not_expressible', `${amount.currency} is counted otherwise`);
      try {
        const { id } = await ask(() => create({ ...transfer, account }));
        return { state: 'succeeded', reference: id };
      } catch (error) {
        return explained(error);
      }
    },

    async find({ key, settlementId }) {
      const list = { transfer_group: settlementId, limit: 100 };
      const found = await ask(() => stripe.transfers.list(list).autoPagingToArray({ limit: MOST }));
      // An earlier attempt that arrived after all has paid the statement.
      const transfer =
        found.find(({ metadata }) => metadata.key === key) ??
        found.find(({ metadata, reversed }) => metadata.settlement_id === settlementId && !reversed);
      return transfer ? { state: 'succeeded', reference: transfer.id } : null;
    },

    async findReversals(reference) {
      const list = { limit: 100 };
      const found = await ask(() => stripe.transfers.listReversals(reference, list).autoPagingToArray({ limit: MOST }));
      return found.map(({ id, amount, currency, created }) => ({
        ...{ id, amount: fromStripe(amount, currency), reversedAt: new Date(created * 1_000) },
      }));
    },
  };
}

/** @throws what leaves the outcome unknown. */
function explained(error: unknown): TransferResult | DeferredTransfer {
  if (error instanceof ProcessorRefusal) return refused(error.code, error.message);
  if (!(error instanceof ProcessorFailure)) throw error;
  return { state: 'deferred', cause: error.code === 'balance_insufficient' ? 'balance' : 'processor' };
}

function refused(code: string, message: string): TransferResult {
  const advice = ADVICE.find(({ of }) => of.test(`${code} ${message}`))?.text;
  return { state: 'failed', failure: `${code}: ${message}${advice === undefined ? '' : `. ${advice}`}` };
}

const OTHERWISE = 'Pay it in another way and record it with `settlement pay --payment-reference`';

/** Instructions for an operator about a refusal; the first match counts. */
const ADVICE = [
  {
    // Stripe gives this one no code of its own.
    of: /funds can't be sent to accounts located in|transfers_not_allowed/i,
    text: `Stripe sends no transfers from your country to the partner's. ${OTHERWISE}, and agree on bank transfers`,
  },
  {
    of: /^(insufficient_capabilities_for_transfer|account_invalid|resource_missing) /,
    text: "The partner's account cannot get transfers: `payout-account connect` shows what is missing",
  },
  {
    of: /^amount_not_expressible /,
    text: `Stripe cannot send this amount; in KWD, BHD, JOD, OMR and TND the last digit must be 0. ${OTHERWISE}`,
  },
] as const;
