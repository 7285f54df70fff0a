import { z } from 'zod';
import { instant, instantOrNull } from '../core/schema.js';
import { TRANSFER_STATES } from './rules/payments.js';

const textOrNull = z.string().nullable();

/** The address of a company in its parts. */
export const address = z.object({
  street: z.string(),
  street_more: textOrNull,
  postal_code: textOrNull,
  town: z.string(),
  region: textOrNull,
  country: z.string(),
});

/** A bank account that statements are paid to. The whole IBAN is only in payment files. */
export const bankAccount = z.object({
  holder: z.string(),
  iban_end: z.string().describe('The last four characters.'),
  bic: textOrNull,
  town: textOrNull,
  country: textOrNull,
  pays_from: instantOrNull.describe('Nothing is paid to it before. Null: it is paid now.'),
});

/** An account at the payment processor, for statements with the method `processor_transfer`. */
export const transferAccount = z.object({
  company_id: z.string(),
  account: z.string(),
  transfers_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  currency: textOrNull,
  country: textOrNull,
  requirements: z.array(z.string()).describe('What the company has yet to give, by Stripe’s names.'),
  disabled_reason: textOrNull,
  refreshed_at: instant,
  pays_from: instantOrNull,
});

/** A payment of a statement. */
export const payment = z.object({
  id: z.string(),
  state: z.enum(TRANSFER_STATES),
  begun_at: instant,
  ended_at: instantOrNull,
  reference: textOrNull,
  failure: textOrNull,
});
