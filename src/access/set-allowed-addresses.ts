import { normalizeNetwork } from '../core/ip-allowlist.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import { setAllowedAddressesRow } from './sql/key-guards.js';

const MAX_NETWORKS = 100;

/**
 * Says from where a key may call (contract: Authentication 6): replaces the list, at once in every process.
 *
 * @param input.networks addresses and networks, IPv4 or IPv6; none: from everywhere.
 * @returns the list as it is kept, in normal form.
 * @throws {ProblemError} `invalid_request` for an unknown or revoked key, and naming each network that cannot be used.
 */
export async function setAllowedAddresses(
  ctx: Context,
  input: { keyId: string; networks: readonly string[] },
): Promise<string[]> {
  const networks = [...new Set(input.networks.map(normalized))];
  if (networks.length > MAX_NETWORKS) throw invalidField('networks', `must be ${MAX_NETWORKS} at most`);
  await ctx.sql.begin(async (tx) => {
    const { companyId } = await guardedKey(tx, input.keyId, { toChange: true });
    await setAllowedAddressesRow(tx, input.keyId, networks);
    const action = { action: 'key.allow_addresses' as const, objectId: input.keyId, companyId, details: { networks } };
    await recordAction(ctx, tx, action);
  });
  return networks;
}

function normalized(text: string): string {
  const read = normalizeNetwork(text);
  if ('fault' in read) throw invalidField('networks', `${text} ${read.fault}`);
  return read.network;
}
