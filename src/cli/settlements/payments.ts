import { type Command, Option } from 'commander';
import { z } from 'zod';
import { toDecimal, toMinor } from '../../core/money.js';
import { noSuch } from '../../core/problems.js';
import { DAY } from '../../core/time.js';
import type { Context } from '../../platform/context/context.js';
import { applyDecision } from '../../reconciliation/settle-difference.js';
import { approveDecision, type Decision, proposeDecision, rejectDecision } from '../../settlements/decide.js';
import { PAYMENT_OUTCOMES } from '../../settlements/end-payment.js';
import * as schemas from '../../settlements/schemas.js';
import { findPayment } from '../../settlements/sql/settlement-payments.js';
import { listPayments } from '../../settlements/statements.js';
import { amountLike, wholeNumber } from '../support/options.js';
import type { Session } from '../support/session.js';
import { flag, instantText, listOf, text, textOrNull } from '../support/shapes.js';
import type { Cli, Work } from '../support/verb.js';
import { amountText, money, onStatement } from './choice.js';

const PROPOSED = z.object({
  dry_run: flag,
  /** Null for a dry run. */
  decision: textOrNull,
  effects: z.array(text),
  approvers: z.array(text),
});

const DECIDED = schemas.decided.extend({ dry_run: flag });

const OPEN = listOf('payments', schemas.openPayment).extend({
  ...listOf('entries', schemas.unassignedEntry).shape,
  ...listOf('differences', schemas.statementDifference).shape,
  ...listOf('failed', schemas.failedStatement).shape,
  ...listOf('decisions', schemas.decision).shape,
});

interface Options {
  reason: string;
  dryRun?: boolean;
}

export function addPaymentVerbs(settlement: Command, cli: Cli): void {
  addListVerb(settlement, cli);

  const assign = settlement
    .command('assign')
    .argument('<entry>', 'id of an entry of the bank, see `settlement payments`')
    .argument('<payment>', 'id of the payment that it belongs to');
  cli.verb(proposing(assign).description('Proposes to assign an entry of the bank to a payment.'), {
    json: PROPOSED,
    run: (work, object: string, payment: string, options: Options) =>
      propose(work, { kind: 'assign', object, input: { payment } }, options),
    text: sayProposal,
  });

  const end = settlement
    .command('end-payment')
    .argument('<payment>', 'id, see `settlement payments`')
    .addOption(new Option('--outcome <outcome>', 'how it ended').choices(PAYMENT_OUTCOMES).makeOptionMandatory())
    .option('--amount <amount>', 'only a part of it, such as 100.00; default: all of it', amountLike('100.00'))
    .option('--bank-reference <text>', "the bank's reference");
  cli.verb(
    proposing(end).description('Proposes to end one payment: refused, executed or returned, in whole or in part.'),
    {
      json: PROPOSED,
      async run(
        work,
        object: string,
        options: Options & { outcome: (typeof PAYMENT_OUTCOMES)[number]; amount?: number; bankReference?: string },
      ) {
        const payment = await findPayment(work.ctx.sql, object);
        if (!payment) throw noSuch('payment', object);
        const amountMinor = options.amount === undefined ? null : toMinor(options.amount, payment.amount.currency);
        const input = { outcome: options.outcome, amountMinor, reference: options.bankReference ?? null };
        return propose(work, { kind: 'end_payment', object, input }, options);
      },
      text: sayProposal,
    },
  );

  const settle = settlement
    .command('settle')
    .argument('<difference>', 'id of a statement, or the number of a difference of a reconciliation')
    .option('--recover', "the company's next statement takes the difference off; without: it is written off");
  cli.verb(
    proposing(settle).description('Proposes to settle a difference. It stays settled in later reconciliations.'),
    {
      json: PROPOSED,
      run: (work, object: string, options: Options & { recover?: boolean }) =>
        propose(
          work,
          {
            kind: object.startsWith('stm_') ? 'settle' : 'settle_difference',
            object,
            input: { recover: options.recover ?? false },
          },
          options,
        ),
      text: sayProposal,
    },
  );

  addApprovalVerbs(settlement, cli);
}

function proposing(command: Command): Command {
  return command
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option('--dry-run', 'only shows what it would do');
}

async function propose({ ctx, session }: Work, decision: Decision, { reason, dryRun = false }: Options) {
  const by = { requestedBy: session.actor, reason };
  const { id, effects, approvers } = await proposeDecision(ctx, decision, applyDecision, by, dryRun);
  return { dryRun, decision: id, effects, approvers };
}

function sayProposal({ decision, effects, approvers }: z.output<typeof PROPOSED>, session: Session): void {
  for (const effect of effects) session.say(effect);
  if (decision === null) session.say('Dry run: nothing was proposed.');
  else
    session.say(
      `${decision} waits for ${approvers.join(' or ')}: \`partner-events settlement approve ${decision} --by <name>\`.`,
    );
}

function addApprovalVerbs(settlement: Command, cli: Cli): void {
  const approve = settlement
    .command('approve')
    .argument('<decision>', 'id, see `settlement payments`')
    .option('--dry-run', 'only shows what it would do')
    .description('Approves what another person proposed, and does it. PAYMENT_APPROVERS names who may.');
  cli.verb(approve, {
    json: DECIDED,
    async run({ ctx, session }, id: string, { dryRun = false }: { dryRun?: boolean }) {
      const decided = await approveDecision(ctx, { id, approvedBy: session.actor }, applyDecision, dryRun);
      return { ...decided, dryRun, decision: id };
    },
    text({ dry_run, decision, state, effects }, session) {
      for (const effect of effects) session.say(effect);
      session.say(dry_run ? 'Dry run: nothing was changed.' : `${decision} is ${state}.`);
    },
  });

  const reject = settlement
    .command('reject')
    .argument('<decision>', 'id, see `settlement payments`')
    .description('Ends a proposal without effect.');
  cli.verb(reject, {
    json: DECIDED,
    run: async ({ ctx, session }, id: string) => ({
      ...(await rejectDecision(ctx, { id, requestedBy: session.actor })),
      dryRun: false,
      decision: id,
    }),
    text: ({ decision, state }, session) => session.say(`${decision} is ${state}.`),
  });
}

function addListVerb(settlement: Command, cli: Cli): void {
  const list = settlement
    .command('payments')
    .option('--limit <number>', 'maximum number shown of each kind', wholeNumber, 100)
    .description(
      'What waits for the bank or for a person: open payments, entries without a payment, differences, proposals.',
    );
  cli.verb(list, {
    json: OPEN,
    run: ({ ctx }, { limit }: { limit: number }) => present(ctx, limit),
    text({ payments, entries, failed, differences, decisions }, session) {
      if ([payments, entries, failed, differences, decisions].every(({ length }) => length === 0)) {
        session.say('Nothing is open.');
        return;
      }
      session.table(['PAYMENT', 'STATEMENT', 'COMPANY', 'STATE', 'AMOUNT', 'BOOKED', 'DAYS', 'FILE'], payments, [
        ...(['id', 'statement', 'company_id', 'state'] as const),
        amountText,
        ({ executed, currency }) => (executed === 0 ? '' : money(executed, currency)),
        ...(['age_days', 'file'] as const),
      ]);
      const list = <Row>(title: string, rows: readonly Row[], line: (row: Row) => string) => {
        if (rows.length > 0) session.say(`\n${[title, ...rows.map(line)].join('\n')}`);
      };
      list('Entries of the bank without a payment: `settlement assign <entry> <payment>`', entries, (entry) => {
        const like = entry.suggestions.length > 0 ? `; like ${entry.suggestions.join(', ')}` : '';
        return `${entry.id}  ${entry.direction} of ${amountText(entry)}, ${entry.booked_on}${like}`;
      });
      list(
        'Not paid: correct the account, then `settlement pay` and the next bank file',
        failed,
        (payment) =>
          `${payment.statement} (${payment.company}, ${payment.month}): ${amountText(payment)}; ${payment.failure ?? ''}`,
      );
      list(
        'Differences: `settlement settle <statement>`, or ask the bank',
        differences,
        (row) => `${row.statement} (${row.company_id}, ${row.status}): the bank paid ${amountText(row)} too much`,
      );
      list(
        'Proposals: `settlement approve <decision>` by another person, or `settlement reject`',
        decisions,
        ({ id, requested_by: by, requested_at: at, effects, reason }) =>
          `${id}  by ${by}, ${instantText(at)}: ${effects.join(' ')} (${reason})`,
      );
    },
  });
}

async function present(ctx: Context, limit: number) {
  const { payments, entries, differences, failed, decisions } = await listPayments(ctx, limit);
  const now = ctx.clock.now().getTime();
  return {
    failed: failed.map((payment) => ({ ...payment, statement: payment.id, company: payment.companyName })),
    payments: payments.map((payment) => ({
      ...onStatement(payment),
      executed: toDecimal(payment.executedMinor, payment.amount.currency),
      file: payment.fileId,
      ageDays: Math.floor((now - payment.begunAt.getTime()) / DAY),
    })),
    entries: entries.map((entry) => ({ ...entry, currency: entry.amount.currency })),
    differences: differences.map((difference) => ({
      ...difference,
      statement: difference.settlementId,
      amount: toDecimal(difference.differenceMinor, difference.currency),
    })),
    decisions,
  };
}
