import { createHash } from 'node:crypto';
import { CAPABILITIES, type KeyKind } from '../../domain/viewer.js';
import { findKeyByHash } from '../../store/api-keys.js';
import { findCompany } from '../../store/companies.js';
import type { Context } from '../context.js';
import { createKey } from '../keys/create-key.js';
import { createCompany } from './create-company.js';

/** The site that the demonstration's website key works on. */
export const DEMO_DOMAIN = 'partner.example';
const DEMO_COMPANY = 'Demo Partner';

/** Makes the demonstration company with the given keys, every capability and an agreement over everything; repeatable. */
export async function seedDemoCompany(ctx: Context, keys: Record<KeyKind, string>): Promise<void> {
  const company = (await findCompany(ctx.sql, DEMO_COMPANY)) ?? (await createCompany(ctx, { name: DEMO_COMPANY }));
  for (const kind of ['test', 'website', 'server'] as const) {
    const secret = keys[kind];
    if (await findKeyByHash(ctx.sql, createHash('sha256').update(secret).digest())) continue;
    await createKey(ctx, {
      companyId: company.id,
      kind,
      secret,
      name: `demo ${kind}`,
      domains: kind === 'website' ? [DEMO_DOMAIN, `*.${DEMO_DOMAIN}`, 'localhost'] : [],
      capabilities: kind === 'website' ? [] : CAPABILITIES,
    });
  }
}
