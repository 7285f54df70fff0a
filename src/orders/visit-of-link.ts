import { findEventTerms } from '../catalogue/sql/event-terms.js';
import type { Id } from '../core/ids.js';
import { uncredited } from '../earnings/rules/sale-credit.js';
import { rateOf } from '../listings/rules/reward.js';
import type { Context } from '../platform/context/context.js';
import type { BuyPage } from './get-buy-page.js';
import { parseCode } from './rules/read-link.js';
import { findRefOwner } from './sql/buy-links.js';

export interface LinkVisit {
  page: BuyPage;
  /** As the link carried it. */
  ref: string;
  /** The partner's own click id; null: the link carried none. */
  subId: string | null;
  /** The link carried a click id that is not valid. */
  isSubIdDropped?: boolean;
}

/** The owner of the link, and the obstacle to a sale that earns them a reward; null: none. */
export interface CreditedVisit {
  companyId: Id<'company'>;
  keyId: Id<'key'>;
  obstacle: 'not_on_sale' | 'sold_out' | 'no_reward' | null;
}

/** The company that a purchase on the page would be credited to; null: none. */
export async function visitOfLink(ctx: Context, { page, ref }: LinkVisit): Promise<CreditedVisit | null> {
  const code = parseCode(ref);
  const owner = code === undefined ? undefined : await findRefOwner(ctx.sql, code);
  if (!owner || (owner.kind === 'test') !== (page.mode === 'test')) return null;
  const { companyId, keyId } = owner;
  if (page.state === 'sold_out') return { companyId, keyId, obstacle: 'sold_out' };
  if (page.state !== 'open') return { companyId, keyId, obstacle: 'not_on_sale' };
  const terms = await findEventTerms(ctx.sql, page.eventId);
  const event = { test: page.mode === 'test', country: page.country, category: page.category };
  const left = !terms || terms.budgetMinor === null || terms.spentMinor < terms.budgetMinor;
  const pays = terms && rateOf(terms) !== null && left && !uncredited({ ...owner, suspended: false }, event);
  return { companyId, keyId, obstacle: pays ? null : 'no_reward' };
}
