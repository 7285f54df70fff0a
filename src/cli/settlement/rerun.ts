import type { Command } from 'commander';
import type { RerunInput, RerunOutcome } from '../../contracts/settlement.js';
import { getCompany } from '../../services/companies/get-company.js';
import type { Context } from '../../services/context.js';
import { rerunCurrencies } from '../../services/settlements/rerun-currencies.js';
import { type RerunReport, rerunStatement } from '../../services/settlements/rerun-statement.js';
import { startRerun } from '../../services/settlements/start-rerun.js';
import { actor } from '../actor.js';
import { printTable } from '../print.js';
import { withTemporal } from '../run-command.js';
import { type Choice, currency, money, month, run } from './run.js';

export function addRerunCommand(program: Command): void {
  program
    .command('rerun')
    .requiredOption('--month <month>', 'such as 2026-10', month)
    .requiredOption('--company <company>', 'id or name')
    .option('--currency <code>', 'all of the month when absent', currency)
    .requiredOption('--reason <text>', 'why; it is kept')
    .option('--dry-run', 'only shows the difference, line by line')
    .description('Writes a statement anew: the old one becomes void. What is paying or paid stays.')
    .action((options: Choice) =>
      run(async (ctx) => {
        const company = (await getCompany(ctx, options.company)).id;
        const currencies = await rerunCurrencies(ctx, { ...options, companyId: company });
        if (currencies.length === 0) console.log('There are no lines and no statement: nothing to do.');
        for (const code of currencies) {
          const input = { ...options, company, currency: code, requestedBy: actor() };
          const dry = await rerunStatement(ctx, input, { dryRun: true });
          print(dry, code, options.dryRun === true);
          if (options.dryRun) continue;
          const { message, outcome } = await start(ctx, input);
          console.log(message);
          if (outcome === 'refused') process.exitCode = 1;
        }
        if (options.dryRun) console.log('Dry run: nothing was written.');
      }),
    );
}

async function start(ctx: Context, input: RerunInput): Promise<RerunOutcome> {
  return withTemporal(ctx, async (temporal) => {
    const { workflowId, outcome } = await startRerun(ctx, temporal, input);
    console.error(`Running ${workflowId}; it goes on if this command is ended.`);
    return outcome;
  });
}

function print({ differences, message, before, after }: RerunReport, code: string, dryRun: boolean): void {
  if (dryRun) console.log(`${code}: ${message}`);
  if (differences.length === 0) return;
  printTable(
    ['LINE', 'BEFORE', 'AFTER'],
    differences.map((line) => [line.earningId, money(line.before, code), money(line.after, code)]),
  );
  const sum = (side: 'before' | 'after') => differences.reduce((total, line) => total + (line[side] ?? 0), 0);
  console.log(`Difference: ${money(sum('after') - sum('before'), code)} in ${differences.length} lines.`);
  if (before && after && before.id !== after.id) {
    console.log(`Amount: ${money(before.amountMinor, code)} before, ${money(after.amountMinor, code)} after.`);
  }
}
