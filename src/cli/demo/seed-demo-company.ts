import { createKey } from '../../access/create-key.js';
import { createClient } from '../../access/oauth-clients.js';
import { findKeyByHash } from '../../access/sql/api-keys.js';
import { findCompany } from '../../access/sql/companies.js';
import { findClient } from '../../access/sql/oauth-clients.js';
import { listSubscriptionRows } from '../../bulk/sql/bulk-subscriptions.js';
import { addSubscription } from '../../bulk/subscriptions.js';
import { createCompany } from '../../companies/create-company.js';
import { CHANGE_TYPES } from '../../core/change-type.js';
import { hashOf } from '../../core/digest.js';
import { newId } from '../../core/ids.js';
import { DAY } from '../../core/time.js';
import { CAPABILITIES, type KeyKind } from '../../core/viewer.js';
import { toSubscriptions } from '../../deliveries/rules/endpoint.js';
import { findEndpointOwner, insertEndpoint, type NewEndpoint } from '../../deliveries/sql/delivery-endpoints.js';
import { insertMember, lockMemberships } from '../../members/sql/members.js';
import { deleteLinks, insertLink } from '../../members/sql/sign-in.js';
import { newSignInToken } from '../../members/tokens.js';
import type { Context } from '../../platform/context/context.js';
import { sealingKey } from '../../platform/secrets/keys.js';
import { sealSecret } from '../../platform/secrets/secret-box.js';
import { getTerms, setTerms } from '../../settlements/set-terms.js';

/** The site that the demonstration's website key works on. */
export const DEMO_DOMAIN = 'partner.example';
export const DEMO_COMPANY = 'Demo Partner';

/** The demo company with every capability, an agreement over everything, terms and a subscription; repeatable. */
export async function seedDemoCompany(ctx: Context, keys: Record<KeyKind, string>): Promise<void> {
  const company = (await findCompany(ctx.sql, DEMO_COMPANY)) ?? (await createCompany(ctx, { name: DEMO_COMPANY }));
  for (const kind of ['test', 'website', 'server'] as const) {
    const secret = keys[kind];
    if (await findKeyByHash(ctx.sql, hashOf(secret), ctx.clock.now())) continue;
    await createKey(ctx, {
      companyId: company.id,
      kind,
      secret,
      name: `demo ${kind}`,
      domains: kind === 'website' ? [DEMO_DOMAIN, `*.${DEMO_DOMAIN}`, 'localhost'] : [],
      capabilities: kind === 'website' ? [] : CAPABILITIES,
    });
  }
  if (!(await getTerms(ctx, company.id))) {
    // Paid as soon as the month is over, however little: so a moved clock sees a sale paid within forty days.
    await setTerms(ctx, {
      company: company.id,
      method: 'processor_transfer',
      netDays: 0,
      minimum: 0,
      reference: 'DEMO-TERMS',
    });
  }
  if ((await listSubscriptionRows(ctx.sql, company.id)).length === 0) {
    await addSubscription(ctx, { company: company.id, name: 'everything' });
  }
}

/** The demonstration company's first subscription to bulk files; null when it was removed. */
export async function demoSubscription(ctx: Context): Promise<string | null> {
  const company = await findCompany(ctx.sql, DEMO_COMPANY);
  const [first] = company ? await listSubscriptionRows(ctx.sql, company.id) : [];
  return first?.id ?? null;
}

/** Gives the demonstration company an OAuth client on its test key; repeatable. */
export async function seedDemoClient(
  ctx: Context,
  { testKey, given }: { testKey: string; given: { id: string; secret: string } },
): Promise<void> {
  if (await findClient(ctx.sql, given.id)) return;
  const key = await findKeyByHash(ctx.sql, hashOf(testKey), ctx.clock.now());
  // If the key was revoked, it stays so.
  if (!key || key.revokedAt) return;
  await createClient(ctx, { companyId: key.companyId, keyId: key.id, name: 'demo OAuth client', given });
}

const WEBHOOK = 'whk_demo';
const POSTBACK = 'pbk_demo';

/** Points the demo's test endpoints at the example receiver. Live keys get none: a large import would be delivered to them. */
export async function seedDemoEndpoints(
  ctx: Context,
  input: { testKey: string; receiver: string; secret: string },
): Promise<void> {
  const hash = hashOf(input.testKey);
  const owner = await findEndpointOwner(ctx.sql, { hash }, null);
  if (!owner) return;
  const { companyId, keyId, mode } = owner;
  const common = { companyId, keyId, mode, createdAt: ctx.clock.now() };
  const webhook: NewEndpoint = {
    ...common,
    id: WEBHOOK,
    kind: 'webhook',
    ...toSubscriptions(CHANGE_TYPES),
    url: `${input.receiver}/webhooks`,
    secret: sealSecret(sealingKey(ctx), WEBHOOK, input.secret),
  };
  const postback: NewEndpoint = {
    ...common,
    id: POSTBACK,
    kind: 'postback',
    ...toSubscriptions(['earnings.changed']),
    url: `${input.receiver}/postback?click={sub_id}&sale={sale_id}&status={status}&commission={commission}&currency={currency}`,
    secret: null,
  };
  for (const endpoint of [webhook, postback]) await insertEndpoint(ctx.sql, endpoint, { replace: true });
}

/** No one reads mail there. */
export const DEMO_OWNER = 'owner@partner.example';
/** Until it is used, for as long as anybody leaves the service running. */
const LASTS_MS = 90 * DAY;

/**
 * Makes the demonstration company an owner, and a link that signs them in once. It is printed where the service runs
 * and not mailed; the link of the previous start ends.
 *
 * @returns the link; null where there is no such company, or it is suspended.
 */
export async function seedDemoOwner(ctx: Context): Promise<string | null> {
  const company = await findCompany(ctx.sql, DEMO_COMPANY);
  if (!company) return null;
  const now = ctx.clock.now();
  const token = newSignInToken();
  return ctx.sql.begin(async (tx) => {
    const made = {
      id: newId('member'),
      companyId: company.id,
      email: DEMO_OWNER,
      role: 'owner' as const,
      createdAt: now,
    };
    await insertMember(tx, made);
    const [owner] = await lockMemberships(tx, DEMO_OWNER);
    if (!owner) return null;
    await deleteLinks(tx, owner.id);
    await insertLink(tx, { hash: hashOf(token), memberId: owner.id, expiresAt: new Date(now.getTime() + LASTS_MS) });
    return `${ctx.config.origin}/dashboard/sign-in#${token}`;
  });
}
