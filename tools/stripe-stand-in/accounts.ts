import { invalid, missing } from './errors.js';
import { type Form, formOf, textOf } from './form.js';
import type { StripeObject } from './store.js';
import type { World } from './world.js';

export interface AccountObject extends StripeObject {
  charges_enabled: boolean;
  payouts_enabled: boolean;
  default_currency: string | null;
  country: string;
  capabilities: Record<string, string>;
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null };
}

const DUE = ['business_profile.url', 'external_account', 'tos_acceptance.date'];

export function createAccount(world: World, form: Form): AccountObject {
  const capabilities = Object.keys(formOf(form, 'capabilities'));
  const account = world.put<AccountObject>('', {
    id: world.newId('acct'),
    object: 'account',
    business_profile: { name: textOf(formOf(form, 'business_profile'), 'name') ?? null },
    capabilities: Object.fromEntries(capabilities.map((name) => [name, 'inactive'])),
    charges_enabled: false,
    controller: { type: 'application' },
    country: textOf(form, 'country') ?? 'US',
    created: world.seconds(),
    default_currency: null,
    details_submitted: false,
    metadata: formOf(form, 'metadata'),
    payouts_enabled: false,
    requirements: { currently_due: DUE, past_due: [], disabled_reason: 'requirements.past_due' },
    type: 'none',
  });
  world.emit(account.id, 'account.updated', account);
  return account;
}

export function findAccount(world: World, id: string): AccountObject {
  const account = world.store.find<AccountObject>('account', id);
  if (!account) throw missing('account', id);
  return account;
}

export function createAccountLink(world: World, form: Form, origin: string): StripeObject {
  const account = findAccount(world, textOf(form, 'account') ?? '');
  const [returnUrl, refreshUrl] = [textOf(form, 'return_url'), textOf(form, 'refresh_url')];
  if (!returnUrl || !refreshUrl) throw invalid('parameter_missing', 'Missing required param: return_url, refresh_url.');
  const token = world.newId('link');
  world.put('', { id: token, object: 'account_link_page', account: account.id, return_url: returnUrl });
  const link = {
    object: 'account_link',
    created: world.seconds(),
    expires_at: world.seconds() + 300,
    url: `${origin}/onboarding/${token}`,
  };
  return link as unknown as StripeObject;
}

/** The owner gave everything that was missing. */
export function onboard(world: World, id: string, currency = 'eur'): AccountObject {
  const account = findAccount(world, id);
  const done = world.put('', {
    ...account,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'active'])),
    charges_enabled: 'card_payments' in account.capabilities,
    default_currency: currency,
    details_submitted: true,
    payouts_enabled: true,
    requirements: { currently_due: [], past_due: [], disabled_reason: null },
  });
  world.emit(id, 'account.updated', done);
  return done;
}

/** Stripe wants something of the owner again, and takes no cards for it until then. */
export function restrict(world: World, id: string): AccountObject {
  const account = findAccount(world, id);
  const restricted = world.put('', {
    ...account,
    charges_enabled: false,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'inactive'])),
    requirements: {
      currently_due: ['individual.verification.document'],
      past_due: ['individual.verification.document'],
      disabled_reason: 'requirements.past_due',
    },
  });
  world.emit(id, 'account.updated', restricted);
  return restricted;
}
