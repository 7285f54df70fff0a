import { setTimeout as pause } from 'node:timers/promises';
import { WorkflowFailedError } from '@temporalio/client';
import type { Context } from '../../../src/platform/context/context.js';
import type { Sql } from '../../../src/platform/database/database.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { startClose } from '../../../src/settlements/close-run.js';
import { endOfMonth, nextMonth } from '../../../src/settlements/rules/settlement.js';
import type { CloseProgress } from '../../../src/settlements/workflow.js';
import type { ClosedMonth, WrittenStatement } from './judge-closes.js';

const FIRST_MONTH = '2012-01';
const COMPANIES = 40;
const EARNINGS = 3;
/** So that a close takes ten seconds: one is under way whatever happens. */
const PER_SECOND = 4;
/** About every second month of a company is below it, and carried to the next. */
export const MINIMUM_MINOR = 5_000;
const AGAIN_MS = 500;

export interface MonthCloses {
  /** Months whose close has ended, oldest first. */
  months: ClosedMonth[];
  /** Ends with the close that is under way. */
  stop(): Promise<void>;
}

const companyOf = (n: number) => `cmp_${String(n).padStart(8, '0')}`;

/** Closes one month after the other, each with earnings of its own that are made just before; what fails is begun again. */
export async function startMonthCloses(ctx: Context, temporal: TemporalClient): Promise<MonthCloses> {
  const months: ClosedMonth[] = [];
  let isOver = false;
  await ctx.sql`
    INSERT INTO companies (id, name, currency, created_at)
    SELECT 'cmp_' || lpad(n::text, 8, '0'), 'Company ' || n, 'EUR', now() FROM generate_series(1, ${COMPANIES}::int) n`;
  await ctx.sql`
    INSERT INTO settlement_terms (company_id, method, net_days, minimum_minor, currency, changed_at)
    SELECT id, 'processor_transfer', 0, ${MINIMUM_MINOR}, 'EUR', now() FROM companies WHERE name LIKE 'Company %'`;
  const work = (async () => {
    for (let month = FIRST_MONTH; !isOver; month = nextMonth(month)) {
      const earned = await insist(() => earn(ctx.sql, month));
      const progress = await close(ctx, temporal, month);
      months.push({ month, earned, refused: progress.refused });
    }
  })();
  return {
    months,
    async stop() {
      isOver = true;
      await work;
    },
  };
}

/** Each company's earnings in a month, in minor units; repeating it adds nothing. */
async function earn(sql: Sql, month: string): Promise<Map<string, number>> {
  const at = new Date(endOfMonth(month).getTime() - 1_000);
  const rows = Array.from({ length: COMPANIES * EARNINGS }, (_, index) => ({
    id: `${month.replace('-', '')}_${index}`,
    company: companyOf(1 + Math.floor(index / EARNINGS)),
    minor: 300 + ((index * 379 + Number(month.slice(-2)) * 911) % 2_400),
  }));
  await sql.begin(async (tx) => {
    await tx`
      WITH earned AS (SELECT * FROM jsonb_to_recordset(${tx.json(rows)}) AS one (id text, company text, minor bigint)),
      booked AS (
        INSERT INTO ledger_entries (earning_id, sale_id, kind, company_id, mode, currency, commission_minor, reason, created_at)
        SELECT 'ern_' || id, 'sale_' || id, 'adjustment', company, 'live', 'EUR', minor, 'adjustment', ${at} FROM earned
        WHERE NOT EXISTS (SELECT FROM earnings WHERE id = 'ern_' || earned.id))
      INSERT INTO earnings (id, sale_id, kind, company_id, mode, currency, commission_minor, status, reason, ready_at, created_at, changed_at)
      SELECT 'ern_' || id, 'sale_' || id, 'adjustment', company, 'live', 'EUR', minor, 'ready', 'adjustment', ${at}, ${at}, ${at} FROM earned
      ON CONFLICT DO NOTHING`;
  });
  const earned = new Map<string, number>();
  for (const { company, minor } of rows) earned.set(company, (earned.get(company) ?? 0) + minor);
  return earned;
}

/** Like an operator who does not give up: failed starts are repeated, and missing results are asked for again. */
async function close(ctx: Context, temporal: TemporalClient, month: string): Promise<CloseProgress> {
  const input = { month, requestedBy: 'trial', reason: 'trial', perSecond: PER_SECOND };
  const handle = await insist(() => startClose(ctx, temporal, input, `Closes ${month}`));
  return insist(() => handle.result());
}

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WorkflowFailedError) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** Every statement of the closes, oldest first, with how often it was paid. */
export function readStatements(sql: Sql): Promise<WrittenStatement[]> {
  return sql<WrittenStatement[]>`
    SELECT s.company_id, s.month, s.version, s.status, s.amount_minor::int AS amount_minor,
           (SELECT coalesce(sum(commission_minor), 0)::int FROM settlement_lines WHERE settlement_id = s.id) AS lines_minor,
           (SELECT coalesce(sum(commission_minor), 0)::int FROM earnings WHERE settlement_id = s.id) AS earnings_minor,
           (SELECT count(*)::int FROM settlement_transfers WHERE settlement_id = s.id AND state = 'executed') AS payments
      FROM settlements s JOIN companies c ON c.id = s.company_id
     WHERE c.name LIKE 'Company %' ORDER BY s.month, s.company_id, s.version`;
}
