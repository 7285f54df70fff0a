import type { Command } from 'commander';
import type { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import {
  beginReconciliation,
  compareNext,
  endReconciliation,
  hasMoney,
  NOTHING_TO_COMPARE,
  readOurs,
} from '../../reconciliation/reconcile.js';
import { reconciliations, showReconciliation } from '../../reconciliation/reconciliations.js';
import { NEXT_STEP } from '../../reconciliation/rules/names.js';
import * as schemas from '../../reconciliation/schemas.js';
import { wholeNumber } from '../support/options.js';
import type { Session } from '../support/session.js';
import { instantText, listOf } from '../support/shapes.js';
import type { Cli, Work } from '../support/verb.js';
import { money, month } from './choice.js';

type Detail = z.output<typeof schemas.reconciliation>;

export function addReconcileVerbs(settlement: Command, cli: Cli): void {
  const reconcile = settlement
    .command('reconcile')
    .requiredOption('--month <month>', 'such as 2026-10; the current month: until now', month)
    .option('--limit <number>', 'maximum number of differences shown', wholeNumber, 50)
    .description(
      "Compares a month's payments, refunds, disputes, fees and transfers with Stripe and the bank. Changes no money.",
    );
  cli.verb(reconcile, {
    json: schemas.reconciliation,
    run: compareAll,
    text: say,
  });

  const list = settlement
    .command('reconciliations')
    .argument('[run]', 'number of one of them: what both sides have, and each difference with its next step')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--limit <number>', 'maximum number of runs, or of differences of one run', wholeNumber, 50)
    .description('The runs that compared months, newest first.');
  cli.verb(list, {
    // `shown`: the run that was named.
    json: listOf('runs', schemas.run).extend({ shown: schemas.reconciliation.nullable() }),
    async run({ ctx }, id: string | undefined, { month: of, limit }: { month?: string; limit: number }) {
      if (id === undefined) return { runs: await reconciliations(ctx, of, limit), shown: null };
      const found = await showReconciliation(ctx, id, limit + 1);
      return { runs: [found.run], shown: present(found, limit) };
    },
    text({ runs, shown }, session) {
      if (shown) return say(shown, session);
      session.table(['RUN', 'MONTH', 'DIFFERENCES', 'STARTED', 'BY'], runs, [
        ...(['id', 'month'] as const),
        ({ finished_at, differences }) => (finished_at === null ? 'not finished' : differences),
        ...(['started_at', 'requested_by'] as const),
      ]);
    },
  });
}

async function compareAll({ ctx, session }: Work, options: { month: string; limit: number }) {
  if (!hasMoney(ctx)) return { run: null, totals: [], differences: [], more: false };
  const progress = session.progress();
  const run = await beginReconciliation(ctx, { month: options.month, requestedBy: session.actor });
  await readOurs(ctx, run);
  for (let account: string | null = ''; account !== null; ) {
    progress.show(account === '' ? 'Comparing …' : `Compared ${account}.`);
    account = await compareNext(ctx, run, account);
  }
  progress.clear();
  if ((await endReconciliation(ctx, run)) > 0) session.markFailed();
  return present(await showReconciliation(ctx, run, options.limit + 1), options.limit);
}

function present({ run, totals, differences }: Awaited<ReturnType<typeof showReconciliation>>, limit: number) {
  return {
    run,
    totals: totals.map(({ oursCount, oursMinor, theirsCount, theirsMinor, ...total }) => ({
      ...total,
      ours: { count: oursCount, amount: toDecimal(oursMinor, total.currency) },
      theirs: { count: theirsCount, amount: toDecimal(theirsMinor, total.currency) },
    })),
    differences: differences.slice(0, limit).map(({ ours, theirs, ...difference }) => ({
      ...difference,
      ours: ours && { amount: ours, currency: ours.currency },
      theirs: theirs && { amount: theirs, currency: theirs.currency },
      nextStep: NEXT_STEP.get(difference.name) ?? '',
    })),
    more: differences.length > limit,
  };
}

function say({ run, totals, differences, more }: Detail, session: Session): void {
  if (!run) {
    session.say(NOTHING_TO_COMPARE);
    return;
  }
  session.table(['ACCOUNT', 'CURRENCY', 'KIND', 'OURS', '', 'THEIRS', ''], totals, [
    ...(['account', 'currency', 'kind'] as const),
    ({ kind, ours }) => (kind === 'other' ? '' : ours.count),
    ({ kind, ours, currency }) => (kind === 'other' ? '' : money(ours.amount, currency)),
    ({ theirs }) => theirs.count,
    ({ theirs, currency }) => money(theirs.amount, currency),
  ]);
  for (const difference of differences) {
    const side = (amount: Detail['differences'][number]['ours']) =>
      amount ? money(amount.amount, amount.currency) : 'nothing';
    session.say('');
    session.say(
      `${difference.name}  ${difference.object}${difference.about ? ` (${difference.about})` : ''} on ${difference.account}, ${instantText(difference.at)}`,
    );
    session.say(`  ours: ${side(difference.ours)}; theirs: ${side(difference.theirs)}`);
    if (difference.settled) session.say(`  Settled by ${difference.settled.by}: ${difference.settled.reason}`);
    else session.say(`  ${difference.next_step} Or settle it: settlement settle ${difference.id} --reason …`);
  }
  session.say('');
  if (more) session.say('… and more: --limit shows them.');
  const until = `${run.month} until ${instantText(run.read_until)}`;
  if (run.finished_at === null) session.say(`Run ${run.id}, ${until}: not finished.`);
  else
    session.say(
      `Run ${run.id}, ${until}: ${run.differences || 'no'} ${run.differences === 1 ? 'difference' : 'differences'}.`,
    );
}
