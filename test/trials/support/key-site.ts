import { openPlatform } from '../../../bench/support/platform.js';
import { createKey } from '../../../src/access/create-key.js';
import { revokeKey } from '../../../src/access/keys.js';
import { createCompany } from '../../../src/companies/create-company.js';

/** An API process over a database with many keys. */
export interface KeySite {
  origin: string;
  /** A server key in use, and a revoked one. */
  keys: { good: string; revoked: string };
  close(): Promise<void>;
}

export async function openKeySite(keys: number): Promise<KeySite> {
  const platform = await openPlatform();
  const { ctx } = platform;
  const company = await createCompany(ctx, { name: 'Bench' });
  const make = () => createKey(ctx, { companyId: company.id, kind: 'server', rateLimit: 1_000_000 });
  const [good, revoked] = [await make(), await make()];
  await revokeKey(ctx, { companyId: company.id, keyId: revoked.id });
  await ctx.sql`
    INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, created_at)
    SELECT 'key_bench' || n, ${company.id}, 'server', sha256(('bench ' || n)::bytea), 'aaaa', 'bench' || n, ${ctx.clock.now()}
      FROM generate_series(1, ${keys}::int) n`;
  await ctx.sql`VACUUM ANALYZE api_keys`;
  const { origin } = await platform.serveApi();
  return { origin, keys: { good: good.key, revoked: revoked.key }, close: platform.close };
}
