import { holdsCredential } from '../core/key-format.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { type CreditedEvent, uncredited } from '../earnings/rules/sale-credit.js';
import type { Context } from '../platform/context/context.js';
import type { OrderCredit } from './place-order.js';
import { findRefOwner } from './sql/buy-links.js';

/** Codes are letters and digits; anything else is not looked up. */
const REF = /^[A-Za-z0-9_-]{1,64}/;

/** The code at the beginning of a link's `ref`; undefined if there is none, or it is a key. */
export function codeOf(ref: string | undefined): string | undefined {
  return ref === undefined || holdsCredential(ref) ? undefined : REF.exec(ref)?.[0];
}

/**
 * Who a purchase through a buy link is credited to: the company whose code it carries, if that key may show this event.
 * A test key's code counts on samples only, the other kinds' on live events only. Codes outlive their key, because
 * published links do; those of a suspended company credit nobody. Checked again when the order is paid (`recordSale`).
 * Nothing here ever refuses a purchase.
 */
export async function creditOfRef(ctx: Context, ref: string | undefined, event: CreditedEvent): Promise<OrderCredit> {
  const mode = event.test ? 'test' : 'live';
  const nobody: OrderCredit = { companyId: null, keyId: null, mode, agreement: UNLIMITED_AGREEMENT };
  const code = codeOf(ref);
  const owner = code === undefined ? undefined : await findRefOwner(ctx.sql, code);
  if (!owner || (owner.kind === 'test') !== event.test) return nobody;
  if (uncredited({ ...owner, suspended: false }, event)) return nobody;
  return { ...nobody, companyId: owner.companyId, keyId: owner.keyId };
}
