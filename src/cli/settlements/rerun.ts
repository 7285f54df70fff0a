import type { Command } from 'commander';
import { getCompany } from '../../companies/get-company.js';
import type { Context } from '../../platform/context/context.js';
import { type RerunReport, rerunCurrencies, rerunStatement, startRerun } from '../../settlements/rerun-statement.js';
import { rerun as schema } from '../../settlements/schemas.js';
import type { RerunInput, RerunOutcome } from '../../settlements/workflow.js';
import type { Session } from '../support/session.js';
import { flag, listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';
import { type Choice, currency, decimal, money, month } from './choice.js';

type Rerun = ReturnType<typeof present>;

export function addRerunVerb(settlement: Command, cli: Cli): void {
  const command = settlement
    .command('rerun')
    .requiredOption('--month <month>', 'such as 2026-10', month)
    .requiredOption('--company <company>', 'id or name')
    .option('--currency <code>', 'default: all of the month', currency)
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option('--dry-run', 'only shows the difference, line by line')
    .description('Voids a statement and issues its next version. Paying or paid statements stay.');
  cli.verb(command, {
    json: listOf('reruns', schema).extend({ dry_run: flag }),
    async run({ ctx, session }, options: Choice) {
      const { dryRun = false } = options;
      const company = (await getCompany(ctx, options.company)).id;
      const reruns: Rerun[] = [];
      for (const code of await rerunCurrencies(ctx, { ...options, companyId: company })) {
        const input = { ...options, company, currency: code, requestedBy: session.actor };
        const dry = await rerunStatement(ctx, input, { dryRun: true });
        sayDifferences(session, present(dry, code), dryRun);
        const outcome = dryRun ? dry : await rerun(ctx, session, input);
        if (!dryRun) session.say(outcome.message);
        if (!dryRun && outcome.outcome === 'refused') session.markFailed();
        reruns.push({ ...present(dry, code), ...toOutcome(outcome) });
      }
      return { dryRun, reruns };
    },
    // Each currency was printed when it was done.
    text({ dry_run, reruns }, session) {
      if (reruns.length === 0) session.say('Nothing to do: there are no lines and no statement.');
      if (dry_run) session.say('Dry run: nothing was written.');
    },
  });
}

async function rerun(ctx: Context, session: Session, input: RerunInput): Promise<RerunOutcome> {
  return withTemporal(ctx, async (temporal) => {
    const { workflowId, outcome } = await startRerun(ctx, temporal, input);
    session.note(`Running ${workflowId}; it continues if you stop this command.`);
    return outcome;
  });
}

const toOutcome = ({ outcome, message, settlementId }: RerunOutcome) => ({ outcome, message, settlementId });

function present(report: RerunReport, code: string) {
  const { differences, before, after } = report;
  const sum = (side: 'before' | 'after') => differences.reduce((total, line) => total + (line[side] ?? 0), 0);
  return {
    ...toOutcome(report),
    currency: code,
    differences: differences.map((line) => ({
      ...line,
      before: decimal(line.before, code),
      after: decimal(line.after, code),
    })),
    difference: decimal(sum('after') - sum('before'), code) ?? 0,
    before: decimal(before?.amount.minor ?? null, code),
    after: decimal(before?.id === after?.id ? null : (after?.amount.minor ?? null), code),
  };
}

function sayDifferences(session: Session, one: Rerun, dryRun: boolean): void {
  const { currency: code, message, differences, difference, before, after } = one;
  if (dryRun) session.say(`${code}: ${message}`);
  if (differences.length === 0) return;
  session.table(['LINE', 'BEFORE', 'AFTER'], differences, [
    'earningId',
    (line) => money(line.before, code),
    (line) => money(line.after, code),
  ]);
  session.say(`Difference: ${money(difference, code)} in ${differences.length} lines.`);
  if (before !== null && after !== null) {
    session.say(`Amount: ${money(before, code)} before, ${money(after, code)} after.`);
  }
}
