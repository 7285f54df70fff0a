import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { parseDomains } from './create-key.js';
import { guardedKey } from './guarded-key.js';
import { describeKeyRow, type OwnedKey } from './sql/api-keys.js';

/**
 * Gives a company's key another name, or replaces the domains of a website key, at once in every process.
 *
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, for a text that is no host,
 * and for domains of a key that has no domains.
 */
export async function describeKey(
  ctx: Context,
  input: OwnedKey & { name?: string; domains?: readonly string[] },
): Promise<void> {
  const { companyId, keyId } = input;
  const name = input.name === undefined ? undefined : checkedText('name', input.name, { min: 0, max: 100 });
  await ctx.sql.begin(async (tx) => {
    const { kind } = await guardedKey(tx, input, { toChange: true });
    const domains = input.domains && parseDomains({ kind, domains: input.domains });
    await describeKeyRow(tx, input, { name, domains });
    const details = { ...(name !== undefined && { name }), ...(domains && { domains }) };
    await recordAction(ctx, tx, { action: 'key.describe', objectId: keyId, companyId, details });
  });
}
