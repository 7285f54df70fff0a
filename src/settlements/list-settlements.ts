import { toDecimal } from '../core/money.js';
import type { Caller } from '../core/viewer.js';
import { certificateNotices } from '../listings/notices.js';
import type { Context } from '../platform/context/context.js';
import { presentSettlement } from './present-settlement.js';
import { findTerms } from './sql/settlement-terms.js';
import { newestSettlements } from './sql/settlements.js';
import type { SettlementsList } from './wire.js';

/** Statements in one response (contract: Limits). */
const MOST = 36;

/** The company's terms and newest statements (contract: GET /settlements); a test key sees no statements. */
export async function listCompanySettlements(ctx: Context, input: { caller: Caller }): Promise<SettlementsList> {
  const { companyId, mode } = input.caller;
  const [terms, rows] = await Promise.all([
    findTerms(ctx.sql, companyId),
    mode === 'test' ? [] : newestSettlements(ctx.sql, companyId, MOST),
  ]);
  const notices: string[] = [];
  if (mode === 'test') notices.push('sandbox: Test sales never settle, so a test key sees no statements.');
  if (!terms) notices.push('terms_not_agreed: No settlement terms are agreed yet, so no statements are issued.');
  notices.push(...certificateNotices(ctx, input.caller));
  return {
    object: 'list',
    mode,
    terms: terms && {
      method: terms.method,
      netDays: terms.netDays,
      minimum: toDecimal(terms.minimumMinor, terms.currency),
      reference: terms.reference,
    },
    settlements: rows.map(presentSettlement),
    ...(notices.length > 0 && { notices }),
  };
}
