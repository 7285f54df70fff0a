import { findCompany } from '../../access/sql/companies.js';
import { DAY, HOUR } from '../../core/time.js';
import type { Context } from '../../platform/context/context.js';
import { listTestSales, makeTestSale, refundTestSale, stepSandbox } from '../../sandbox/test-sales.js';
import { DEMO_COMPANY } from './seed-demo-company.js';

/** Sales of a day, by turns: some days are better, some have none. */
const RHYTHM = [1, 2, 0, 1, 3, 1, 0, 2] as const;
const SUB_IDS = ['newsletter', 'blog', 'summer-mail', undefined] as const;
/** When earlier sales move on by one state. */
const STEPS: readonly number[] = [18, 8];
/** When a buyer gives a ticket back. */
const REFUNDS: readonly number[] = [15, 4];
const DAYS = 30;

/**
 * Makes the demonstration company's test sales of the last thirty days, so that a newcomer's dashboard has something to
 * show; once, and not where test sales exist already. *Reset test data* takes them back.
 *
 * @returns how many were made.
 */
export async function seedDemoMonth(ctx: Context): Promise<number> {
  const company = await findCompany(ctx.sql, DEMO_COMPANY);
  if (!company || (await listTestSales(ctx, { companyId: company.id })).length > 0) return 0;
  const now = ctx.clock.now().getTime();
  let made = 0;
  for (let day = DAYS; day >= 1; day -= 1) {
    const companyId = company.id;
    for (let sale = 0; sale < (RHYTHM[day % RHYTHM.length] ?? 0); sale += 1) {
      const at = new Date(now - day * DAY + sale * HOUR);
      await makeTestSale(atInstant(ctx, at), { companyId, subId: SUB_IDS[made % SUB_IDS.length], turn: made });
      made += 1;
    }
    const evening = atInstant(ctx, new Date(now - day * DAY + 10 * HOUR));
    if (STEPS.includes(day)) await stepSandbox(evening, { companyId });
    const [newest] = REFUNDS.includes(day) ? await listTestSales(ctx, { companyId }) : [];
    if (newest) await refundTestSale(evening, { companyId, saleId: newest.saleId });
  }
  return made;
}

/** The same process at an instant that is past. */
const atInstant = (ctx: Context, instant: Date): Context => ({ ...ctx, clock: { now: () => instant } });
