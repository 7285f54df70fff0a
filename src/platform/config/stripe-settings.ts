import { z } from 'zod';
import type { Mode } from '../../core/mode.js';
import { address } from './addresses.js';

interface StripeConfig {
  /** A restricted or secret key. */
  key: string;
  /** Whether the key moves real money. */
  live: boolean;
  /** What webhooks are signed with: for our account and for connected ones, the old ones during a rotation too. */
  webhookSecrets: readonly string[];
  /** Where the stand-in listens; undefined: Stripe itself. */
  apiBase: string | undefined;
  /** Our share of the buyer's price, in addition to the partner's reward: 2.5 means 2.5 %. */
  feePercent: number;
}

/** By the mode of the order; a mode that is missing is simulated, or live orders are not taken. */
export type StripeModes = Partial<Record<Mode, StripeConfig>>;

/** Separated by commas. */
const webhookSecrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().regex(/^whsec_\w+$/, 'must be whsec_…, several separated by commas')))
  .optional();

export const stripeSettings = {
  STRIPE_KEY: z
    .string()
    .regex(/^(rk|sk)_(test|live)_\w+$/, 'must be a restricted or secret key: rk_live_… or rk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: webhookSecrets,
  STRIPE_TEST_KEY: z
    .string()
    .regex(/^(rk|sk)_test_\w+$/, 'must be a restricted or secret key of the test mode: rk_test_…')
    .optional(),
  STRIPE_TEST_WEBHOOK_SECRETS: webhookSecrets,
  /** For the stand-in alone (tools/stripe-stand-in). */
  STRIPE_API_BASE: address.optional(),
  STRIPE_TEST_API_BASE: address.optional(),
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

/** @returns a text that names the fault when the settings cannot be used. */
export function readStripe(settings: Settings): StripeModes | string {
  const live = readLive(settings);
  if (typeof live === 'string') return live;
  const test = readTest(settings);
  return typeof test === 'string' ? test : { ...(live && { live }), ...(test && { test }) };
}

/** For live orders; undefined: Stripe takes none. */
function readLive(settings: Settings): StripeConfig | string | undefined {
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

/** For test orders; undefined: payments of test orders are simulated. */
function readTest(settings: Settings): StripeConfig | string | undefined {
  const { STRIPE_TEST_KEY: key, STRIPE_TEST_WEBHOOK_SECRETS: webhookSecrets = [], PAYMENTS } = settings;
  if (key === undefined) return undefined;
  // A message counts for the mode of its secret: an action in test mode must not pay a live order.
  const shared =
    PAYMENTS === 'stripe' &&
    webhookSecrets.some((webhookSecret) => settings.STRIPE_WEBHOOK_SECRETS?.includes(webhookSecret));
  if (shared) return 'STRIPE_TEST_WEBHOOK_SECRETS: must not have a secret of STRIPE_WEBHOOK_SECRETS';
  if (PAYMENTS === 'stripe' && key === settings.STRIPE_KEY)
    return 'STRIPE_TEST_KEY: must not be STRIPE_KEY, which live orders use';
  const { STRIPE_TEST_API_BASE: apiBase, STRIPE_FEE_PERCENT: feePercent } = settings;
  return { key, live: false, webhookSecrets, apiBase, feePercent };
}
