import type { Command } from 'commander';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type CloseProgress,
  MOST_PER_SECOND,
} from '../../contracts/settlement.js';
import { getCompany } from '../../services/companies/get-company.js';
import type { Context } from '../../services/context.js';
import { assertMonthOver, checkedRequest } from '../../services/settlements/begin-close.js';
import { previewClose } from '../../services/settlements/preview-close.js';
import { getTerms } from '../../services/settlements/set-terms.js';
import { startClose } from '../../services/settlements/start-close.js';
import { actor } from '../actor.js';
import { wholeNumberFrom } from '../options.js';
import { printTable } from '../print.js';
import { progressOn } from '../progress-line.js';
import { withTemporal } from '../run-command.js';
import { type Choice, currency, money, month, run } from './run.js';

type CloseOptions = Omit<Choice, 'company'> & { company?: string; perSecond?: number };

const LOOK_MS = 500;

export function addCloseCommand(program: Command): void {
  program
    .command('close')
    .requiredOption('--month <month>', 'such as 2026-10; it must be over', month)
    .option('--company <company>', 'id or name; all with terms when absent')
    .option('--currency <code>', 'all when absent', currency)
    .requiredOption('--reason <text>', 'why; it is kept')
    .option(
      '--per-second <number>',
      'most statements a second, 500 when absent: fewer where the API needs the database',
      wholeNumberFrom(1, MOST_PER_SECOND),
    )
    .option('--dry-run', 'only shows what would be written')
    .description('Closes a month, as the Schedule does on the 1st; statements that exist are left as they are.')
    .action((options: CloseOptions) => run((ctx) => (options.dryRun ? preview(ctx, options) : close(ctx, options))));
}

async function preview(ctx: Context, options: CloseOptions): Promise<void> {
  const rows: string[][] = [];
  let kept = 0;
  for await (const { companyId, currency: code, outcome } of previewClose(ctx, options)) {
    if (outcome === 'kept') kept += 1;
    else if (typeof outcome === 'string') rows.push([companyId, code, '', '', outcome]);
    else rows.push([companyId, code, money(outcome.amountMinor, code), String(outcome.lines), outcome.status]);
  }
  printTable(['COMPANY', 'CURRENCY', 'AMOUNT', 'LINES', 'WOULD BE'], rows);
  await sayWithoutTerms(ctx, options.company);
  console.log(`Dry run: nothing was written. ${rows.length} new statements, ${kept} left as they are.`);
}

/** Or nobody knows why there is no statement. */
async function sayWithoutTerms(ctx: Context, company: string | undefined): Promise<void> {
  if (company === undefined || (await getTerms(ctx, company))) return;
  console.log(`${company} has no terms, so it gets no statement: \`npm run partner -- terms set\` agrees them.`);
}

async function close(ctx: Context, options: CloseOptions): Promise<void> {
  const { requestedBy, reason } = checkedRequest({ requestedBy: actor(), reason: options.reason });
  assertMonthOver(ctx, options.month);
  const company = options.company === undefined ? undefined : (await getCompany(ctx, options.company)).id;
  const { month: of, currency: code, perSecond: pace } = options;
  const input: CloseInput = { month: of, requestedBy, reason, company, currency: code, perSecond: pace };
  const progress = progressOn(process.stderr);
  const done = await withTemporal(ctx, async (temporal) => {
    const handle = await startClose(ctx, temporal, input, `Closes ${options.month} for ${requestedBy}`);
    console.log(`Started ${handle.workflowId}; it goes on if this command is ended.`);
    const result: Promise<CloseProgress> = handle.result();
    let ended = false;
    const end = () => {
      ended = true;
    };
    void result.then(end, end);
    while (!ended) {
      const now = await handle.query<CloseProgress, []>(CLOSE_PROGRESS_QUERY).catch(() => null);
      progress.show(now ? describe(now) : 'No worker has answered yet: is one running?');
      await Promise.race([result.catch(() => {}), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    }
    return result;
  }).finally(() => progress.clear());
  console.log(describe(done));
  await sayWithoutTerms(ctx, company);
  if (done.refused > 0) {
    console.error('Some statements were refused: see `settlement_refused` in the log of the workers.');
    process.exitCode = 1;
  }
}

function describe({ done, carried, issued, refused, kept, left }: CloseProgress): string {
  return `${done} companies done, ${left} left: ${issued} issued, ${carried} carried, ${refused} refused, ${kept} written before`;
}
