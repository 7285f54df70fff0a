import { normalizeNetwork } from '../core/ip-allowlist.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import type { OwnedKey } from './sql/api-keys.js';
import { setAllowedAddressesRow } from './sql/key-guards.js';

const MAX_NETWORKS = 100;

/**
 * Replaces the IP allowlist of a key (contract: Authentication 6), at once in every process.
 *
 * @param input.networks addresses and networks, IPv4 or IPv6; none: from everywhere.
 * @returns the list as stored, in normal form.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, and naming each network that cannot be used.
 */
export async function setAllowedAddresses(
  ctx: Context,
  input: OwnedKey & { networks: readonly string[] },
): Promise<string[]> {
  const { companyId, keyId } = input;
  const networks = [...new Set(input.networks.map(normalized))];
  if (networks.length > MAX_NETWORKS)
    throw invalidField('networks', `must be at most ${MAX_NETWORKS} addresses and networks`);
  await ctx.sql.begin(async (tx) => {
    await guardedKey(tx, input, { toChange: true });
    await setAllowedAddressesRow(tx, input, networks);
    const action = { action: 'key.allow_addresses' as const, objectId: keyId, companyId, details: { networks } };
    await recordAction(ctx, tx, action);
  });
  return networks;
}

function normalized(text: string): string {
  const read = normalizeNetwork(text);
  if ('fault' in read) throw invalidField('networks', `${text} ${read.fault}`);
  return read.network;
}
