import { randomUUID } from 'node:crypto';
import { recordAdjustment } from '../../../src/earnings/record-adjustment.js';
import type { EarningRow } from '../../../src/earnings/sql/earnings.js';
import type { Context } from '../../../src/platform/context/context.js';
import { advancePayment, payLines } from '../../../src/settlements/advance-payment.js';
import { closePage, matureForClose } from '../../../src/settlements/close-month.js';
import { beginClose, endClose } from '../../../src/settlements/close-run.js';
import { lastEndedMonth, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { listSettlements, type SettlementRow } from '../../../src/settlements/sql/settlements.js';
import type { CloseProgress } from '../../../src/settlements/workflow.js';
import type { TestContext } from '../context.js';
import { addPartner, type Seller } from './build.js';

/** A partner with terms: by default 10 net days and a minimum of 50. */
export async function seedPayee(
  ctx: TestContext,
  options: { currency?: string; netDays?: number; minimum?: number; reference?: string } = {},
): Promise<Seller> {
  const partner = await addPartner(ctx, 'server', options.currency ?? 'EUR');
  await setTerms(ctx, {
    company: partner.companyId,
    method: 'bank_transfer',
    netDays: options.netDays ?? 10,
    minimum: options.minimum ?? 50,
    reference: options.reference ?? null,
  });
  return partner;
}

/** A correction that is ready from `at` on: the shortest way to a line. */
export function seedLine(
  ctx: TestContext,
  partner: Seller,
  minor: number,
  at: string | Date,
  currency = 'EUR',
): Promise<EarningRow> {
  const { companyId } = partner;
  return ctx.sql.begin((tx) => recordAdjustment(tx, { companyId, amount: { minor, currency } }, new Date(at)));
}

/** Closes a month as the workflow does, with the clock where it stands. */
export async function closeMonth(
  ctx: Context,
  month: string,
  options: { batch?: number; key?: string } = {},
): Promise<CloseProgress> {
  const key = options.key ?? randomUUID();
  const { runId } = await beginClose(ctx, { month, requestedBy: 'test', reason: 'month end' }, key);
  while ((await matureForClose(ctx, month)).more);
  const progress: CloseProgress = { done: 0, carried: 0, issued: 0, refused: 0, kept: 0, left: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const { next, ...page } = await closePage(
      ctx,
      { runId, month, after, batch: options.batch ?? 100, perSecond: 10_000 },
      () => {},
    );
    for (const name of ['done', 'carried', 'issued', 'refused', 'kept'] as const) progress[name] += page[name];
    after = next;
  }
  await endClose(ctx, runId, progress);
  return progress;
}

/** A company's statements, oldest first. */
export async function statementsOf(ctx: TestContext, companyId: string): Promise<SettlementRow[]> {
  return (await listSettlements(ctx.sql, { companyId }, 1000)).reverse();
}

/** The sum of a statement's lines. */
export async function listedMinor(ctx: TestContext, settlementId: string): Promise<number> {
  const [row] = await ctx.sql<{ minor: number }[]>`
    SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM settlement_lines WHERE settlement_id = ${settlementId}`;
  return row?.minor ?? 0;
}

/** Takes the due step of every payment, like their workflows, and moves the earnings of paid ones. */
export async function advanceAll(ctx: TestContext, companyId: string): Promise<void> {
  for (const { id } of await statementsOf(ctx, companyId)) {
    const { status } = await advancePayment(ctx, id);
    if (status !== 'paid') continue;
    for (let after: string | null = ''; after !== null; ) after = await payLines(ctx, id, after);
  }
}

/** Delays the close of all companies with a higher id, until the returned function is called. */
export async function holdUpClose(ctx: TestContext, after: string): Promise<() => Promise<void>> {
  const lock = await ctx.sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT FROM settlement_terms WHERE company_id > ${after} FOR UPDATE`;
  return async () => {
    await lock`ROLLBACK`;
    lock.release();
  };
}

export interface HeldPayments {
  /** Lets the relay have this many of the announcements, and returns the ids of their statements. */
  release(count: number): Promise<string[]>;
  /** Lets it have the others, and all that come later. */
  releaseAll(): Promise<void>;
}

/**
 * Keeps announcements of statements from the relay until its release: a step of a payment that dies with its worker is
 * made again only after two minutes.
 */
export async function holdUpPayments(ctx: TestContext): Promise<HeldPayments> {
  await ctx.sql.unsafe(`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.topic := 'held up'; RETURN NEW; END $$;
    CREATE TRIGGER hold_up BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.topic = 'settlement.changed') EXECUTE FUNCTION hold_up()`);
  return {
    async release(count) {
      const rows = await ctx.sql<{ key: string }[]>`
        UPDATE outbox SET topic = 'settlement.changed'
        WHERE id IN (SELECT id FROM outbox WHERE topic = 'held up' ORDER BY id LIMIT ${count}) RETURNING key`;
      return rows.map(({ key }) => key);
    },
    async releaseAll() {
      await ctx.sql`DROP TRIGGER hold_up ON outbox`;
      await ctx.sql`UPDATE outbox SET topic = 'settlement.changed' WHERE topic = 'held up'`;
    },
  };
}

/** A statement over 60 EUR of the month before, of a company that has terms from now on. @returns its id. */
export async function writtenStatement({ ctx, companyId }: { ctx: TestContext; companyId: string }): Promise<string> {
  const terms = { netDays: 10, minimum: 50, reference: 'PO-7' };
  await setTerms(ctx, { company: companyId, method: 'bank_transfer', ...terms });
  const month = lastEndedMonth(ctx.clock.now());
  await seedLine(ctx, { companyId } as Seller, 6_000, startOfMonth(month));
  await closeMonth(ctx, month);
  const written = await statementsOf(ctx, companyId);
  return written.at(-1)?.id ?? '';
}
