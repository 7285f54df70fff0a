import type { Context } from '../platform/context/context.js';
import type { StoredParty } from './sql/settlement-documents.js';

/** Who issues statements, by the settings of the process that writes one. */
export function issuerOf({ config }: Pick<Context, 'config'>): StoredParty {
  const { name, legalName, address, taxId } = config.service;
  return { name: legalName ?? name, address: [...address], tax_id: taxId ?? null };
}
