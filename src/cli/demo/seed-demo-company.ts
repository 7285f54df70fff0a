import { createKey } from '../../access/create-key.js';
import { findKeyByHash } from '../../access/sql/api-keys.js';
import { findCompany } from '../../access/sql/companies.js';
import { listSubscriptionRows } from '../../bulk/sql/bulk-subscriptions.js';
import { addSubscription } from '../../bulk/subscriptions.js';
import { createCompany } from '../../companies/create-company.js';
import { hashOf } from '../../core/digest.js';
import { CAPABILITIES, type KeyKind } from '../../core/viewer.js';
import type { Context } from '../../platform/context/context.js';
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
