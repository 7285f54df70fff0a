import { asciiAddress } from '../core/ascii-address.js';
import type { Mode } from '../core/mode.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { allowLongSearch, type BuyerOrder, listOrdersOfBuyer } from './sql/buyers.js';

export interface FoundOrders {
  /** Newest first. */
  orders: BuyerOrder[];
  /** Whether there are more. */
  more: boolean;
}

/**
 * Orders of a buyer's e-mail address in whatever case, for support. The audit log records the search and the number of
 * orders. It does not record the address or a hash of it, which could confirm an address, or the orders' ids, which
 * would link them after the buyer is erased.
 *
 * @param input.limit maximum number of orders.
 * @throws {ProblemError} `invalid_request` for an invalid address.
 */
export async function findOrdersOfBuyer(
  ctx: Context,
  input: { email: string; mode: Mode; limit: number },
): Promise<FoundOrders> {
  const { mode, limit } = input;
  const email = checkedAddress(input.email);
  return ctx.sql.begin(async (tx) => {
    await allowLongSearch(tx);
    const found = await listOrdersOfBuyer(tx, { email, mode }, limit + 1);
    const orders = found.slice(0, limit);
    await recordAction(ctx, tx, {
      action: 'buyer.search',
      objectId: 'orders',
      details: { mode, limit, found: orders.length },
    });
    return { orders, more: found.length > limit };
  });
}

/**
 * An address as orders keep it.
 *
 * @throws {ProblemError} `invalid_request` when the text is no e-mail address; it is not repeated.
 */
export function checkedAddress(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField('email', 'must be an e-mail address');
  return asciiAddress(email);
}
