import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { getCompany } from '../../companies/get-company.js';
import type { RowOf } from '../../core/wire/row.js';
import type { Context } from '../../platform/context/context.js';
import { previewClose } from '../../settlements/close-month.js';
import { assertMonthOver, startClose } from '../../settlements/close-run.js';
import { checkedRequest } from '../../settlements/open-run.js';
import { closeProgress, previewedStatement } from '../../settlements/schemas.js';
import { getTerms } from '../../settlements/set-terms.js';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type CloseProgress,
  MAX_PER_SECOND,
} from '../../settlements/workflow.js';
import { wholeNumberFrom } from '../support/options.js';
import type { Session } from '../support/session.js';
import { count, flag, text, textOrNull } from '../support/shapes.js';
import type { Cli, Work } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';
import { type Choice, currency, money, month } from './choice.js';

type CloseOptions = Omit<Choice, 'company'> & { company?: string; perSecond?: number };

const LOOK_MS = 500;

// `without_terms`: the company that was named, if it has none and so gets no statement.
const CLOSED = z.object({ dry_run: flag, without_terms: textOrNull }).and(
  z.object({
    /** The result of a dry run. */
    statements: z.array(previewedStatement).optional(),
    kept: count.optional(),
    workflow_id: text.optional(),
    counts: closeProgress.optional(),
  }),
);
type Closed = z.output<typeof CLOSED>;

export function addCloseVerb(settlement: Command, cli: Cli): void {
  const command = settlement
    .command('close')
    .requiredOption('--month <month>', 'such as 2026-10; it must be over', month)
    .option('--company <company>', 'id or name (default: all with terms)')
    .option('--currency <code>', 'default: all', currency)
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option(
      '--per-second <number>',
      'maximum statements a second (default: 500); use fewer if the API needs the database',
      wholeNumberFrom(1, MAX_PER_SECOND),
    )
    .option('--dry-run', 'only shows what it would write')
    .description('Closes a month, as the Schedule does on the 1st. Existing statements stay as they are.');
  cli.verb(command, {
    json: CLOSED,
    run: (work, options: CloseOptions) => (options.dryRun ? preview(work, options) : close(work, options)),
    text: (closed, session) => (closed.dry_run ? sayPreview(closed, session) : sayClosed(closed, session)),
  });
}

async function preview({ ctx }: Work, options: CloseOptions) {
  const statements: RowOf<z.input<typeof previewedStatement>>[] = [];
  let kept = 0;
  for await (const { outcome, ...common } of previewClose(ctx, options)) {
    if (outcome === 'kept') kept += 1;
    else if (typeof outcome === 'string') statements.push({ ...common, outcome, amount: null, lines: null });
    else statements.push({ ...common, ...outcome, outcome: outcome.status });
  }
  return { dryRun: true, withoutTerms: await withoutTerms(ctx, options.company), statements, kept };
}

function sayPreview({ statements = [], kept = 0, without_terms }: Closed, session: Session): void {
  session.table(['COMPANY', 'CURRENCY', 'AMOUNT', 'LINES', 'WOULD BE'], statements, [
    'company_id',
    'currency',
    (row) => row.amount && money(row.amount, row.currency),
    'lines',
    'outcome',
  ]);
  sayWithoutTerms(session, without_terms);
  session.say(`Dry run: nothing was written. ${statements.length} new statements, ${kept} unchanged.`);
}

/** Explains why there is no statement. */
async function withoutTerms(ctx: Context, company: string | undefined): Promise<string | null> {
  return company === undefined || (await getTerms(ctx, company)) ? null : company;
}

function sayWithoutTerms(session: Session, company: string | null): void {
  if (company === null) return;
  session.say(`${company} has no terms, so it gets no statement: set them with \`partner-events terms set\`.`);
}

async function close({ ctx, session }: Work, options: CloseOptions) {
  const { requestedBy, reason } = checkedRequest({ requestedBy: session.actor, reason: options.reason });
  assertMonthOver(ctx, options.month);
  const company = options.company === undefined ? undefined : (await getCompany(ctx, options.company)).id;
  const { month: of, currency: code, perSecond: pace } = options;
  const input: CloseInput = { month: of, requestedBy, reason, company, currency: code, perSecond: pace };
  const { workflowId, done } = await runClose(ctx, session, input);
  if (done.refused > 0) session.markFailed();
  return { dryRun: false, withoutTerms: await withoutTerms(ctx, company), workflowId, counts: done };
}

async function runClose(
  ctx: Context,
  session: Session,
  input: CloseInput,
): Promise<{ workflowId: string; done: CloseProgress }> {
  const progress = session.progress();
  return withTemporal(ctx, async (temporal) => {
    const handle = await startClose(ctx, temporal, input, `Closes ${input.month} for ${input.requestedBy}`);
    session.say(`Started ${handle.workflowId}; it continues if you stop this command.`);
    const result: Promise<CloseProgress> = handle.result();
    let ended = false;
    const end = () => {
      ended = true;
    };
    void result.then(end, end);
    while (!ended) {
      const now = await handle.query<CloseProgress, []>(CLOSE_PROGRESS_QUERY).catch(() => null);
      progress.show(now ? describe(now) : 'No worker has responded yet. Is one running?');
      await Promise.race([result.catch(() => {}), pause(LOOK_MS)]);
    }
    return { workflowId: handle.workflowId, done: await result };
  }).finally(() => progress.clear());
}

function sayClosed({ counts, without_terms }: Closed, session: Session): void {
  if (counts) session.say(describe(counts));
  sayWithoutTerms(session, without_terms);
  if (counts && counts.refused > 0) {
    session.note('Some statements were refused: see `settlement_refused` in the log of the workers.');
  }
}

function describe({ done, carried, issued, refused, kept, left }: CloseProgress): string {
  return `${done} companies done, ${left} left: ${issued} issued, ${carried} carried, ${refused} refused, ${kept} already written`;
}
