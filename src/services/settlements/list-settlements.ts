import type { SettlementsList } from '../../contracts/wire/settlement.js';
import { toDecimal } from '../../domain/money.js';
import type { Caller } from '../../domain/viewer.js';
import { findTerms } from '../../store/settlement-terms.js';
import { newestSettlements } from '../../store/settlements.js';
import type { Context } from '../context.js';
import { certificateNotices } from '../listings/notices.js';
import { presentSettlement } from './present-settlement.js';

/** Statements in one answer (contract: Limits). */
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
