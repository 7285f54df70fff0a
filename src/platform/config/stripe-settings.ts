import { z } from 'zod';
import { address } from './addresses.js';

/** How payments are made by Stripe. */
export interface StripeConfig {
  /** A restricted or secret key. */
  key: string;
  /** Whether the key moves real money. */
  live: boolean;
  /** What webhooks are signed with: for our account and for connected ones, the old ones during a rotation too. */
  webhookSecrets: readonly string[];
  /** Where the stand-in listens; undefined: Stripe itself. */
  apiBase: string | undefined;
  /** Our own share of what a buyer pays, beside the partner's reward: 2.5 means 2.5 %. */
  feePercent: number;
}

export const stripeSettings = {
  STRIPE_KEY: z
    .string()
    .regex(/^(rk|sk)_(test|live)_\w+$/, 'must be a restricted or secret key: rk_live_… or rk_test_…')
    .optional(),
  /** Separated by commas. */
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.string().regex(/^whsec_\w+$/, 'must be whsec_…, several separated by commas')))
    .optional(),
  /** For the stand-in alone (tools/stripe-stand-in). */
  STRIPE_API_BASE: address.optional(),
  STRIPE_FEE_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage under 100, such as 2.5')
    .transform(Number)
    .default(0),
};

type Settings = z.output<z.ZodObject<typeof stripeSettings>> & {
  NODE_ENV: string;
  PAYMENTS: string;
  PAYOUTS?: string | undefined;
};

/**
 * The settings of Stripe as one; undefined where it is not used.
 *
 * @returns a text when they cannot be used: what is wrong.
 */
export function readStripe(settings: Settings): StripeConfig | string | undefined {
  const { STRIPE_KEY: key, STRIPE_WEBHOOK_SECRETS: webhookSecrets, STRIPE_API_BASE: apiBase, NODE_ENV: env } = settings;
  const live = key !== undefined && /^.k_live_/.test(key);
  // Wherever the key lies about, not only where it is used.
  if (live && env !== 'production') return 'STRIPE_KEY: moves real money, so it is taken only with NODE_ENV=production';
  if (settings.PAYMENTS !== 'stripe') {
    // Or partners would get real money for sales that brought none.
    return settings.PAYOUTS === 'stripe' ? 'PAYOUTS: stripe needs PAYMENTS=stripe' : undefined;
  }
  if (key === undefined) return 'STRIPE_KEY: must be set for PAYMENTS=stripe';
  if (webhookSecrets === undefined) return 'STRIPE_WEBHOOK_SECRETS: must be set for PAYMENTS=stripe';
  if (live && settings.PAYOUTS === 'simulated')
    return 'PAYOUTS: simulated must not be used with a live key, because it marks statements as paid and moves no money';
  if (live && apiBase !== undefined)
    return 'STRIPE_API_BASE: must not be set with a live key, which only Stripe may see';
  return { key, live, webhookSecrets, apiBase, feePercent: settings.STRIPE_FEE_PERCENT };
}
