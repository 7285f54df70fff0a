import { z } from 'zod';
import { text, textOrNull } from '../core/schema.js';

export const organizer = z.object({
  source: text,
  name: textOrNull,
  contact_email: textOrNull,
  logo_url: textOrNull,
  terms_url: textOrNull,
  privacy_url: textOrNull,
  refunds_url: textOrNull,
});

export const paymentAccount = z.object({
  source: text,
  mode: text,
  account: text,
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  currency: textOrNull,
  country: textOrNull,
  /** The facts that the organizer has not given yet, by the processor's names. */
  requirements: z.array(text),
  disabled_reason: textOrNull,
  /** Where the organizer gives it; valid for minutes. */
  link: textOrNull,
});
