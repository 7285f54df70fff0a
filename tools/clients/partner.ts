import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { readCliConfig } from '../../src/cli/support/with-context.js';
import { createCompany } from '../../src/companies/create-company.js';
import { setAgreement } from '../../src/companies/set-agreement.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { createLogger } from '../../src/platform/logs/logger.js';
import type { Service } from '../fuzz/service.js';

export interface Partner {
  testKey: string;
  liveKey: string;
  /** How many events were withdrawn from it, in one transaction. */
  withdrawn: number;
}

/** A company from which the whole live catalogue was just withdrawn: three pages of it. */
export async function preparePartner(service: Service): Promise<Partner> {
  const config = readCliConfig({ ...process.env, DATA_DIR: service.dataDir });
  const ctx = createContext(config, { name: 'clients', log: createLogger({ level: 'warn', name: 'clients' }) });
  try {
    await ctx.clock.refresh?.();
    await generateEvents(ctx, { events: 700, seed: 1, organizer: { source: 'clients', name: 'Generated Clients' } });
    const { id } = await createCompany(ctx, { name: 'Generated Clients' });
    const { key: testKey } = await createKey(ctx, { companyId: id, kind: 'test' });
    const { key: liveKey } = await createKey(ctx, { companyId: id, kind: 'server' });
    const agreement = { countries: null, categories: ['none-of-ours'], payingOnly: false };
    const { withdrawn } = await setAgreement(ctx, { company: id, agreement });
    if (withdrawn <= 1000) throw new Error(`Only ${withdrawn} events were withdrawn: the loop would not be tried`);
    return { testKey, liveKey, withdrawn };
  } finally {
    await closeContext(ctx);
  }
}
