import type { Command } from 'commander';
import type { z } from 'zod';
import { assertPayable, payStatement } from '../../settlements/pay-statement.js';
import { isPaidByFile } from '../../settlements/payout-target.js';
import * as schemas from '../../settlements/schemas.js';
import { chooseStatement } from '../../settlements/statements.js';
import { assertVoidable, voidStatement } from '../../settlements/void-statement.js';
import { flag } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addAdjustVerb } from './adjust.js';
import { type Choice, currency, money, month } from './choice.js';

/** `status`: after the command; in a dry run: the current status. */
const STATEMENT = schemas.statement
  .pick({ id: true, status: true, amount: true, currency: true, lines: true })
  .extend({ dry_run: flag });

const PAID = STATEMENT.extend({
  ...schemas.statement.pick({ month: true, payment_reference: true }).shape,
  /** Whether this service can send transfers. */
  sends_transfers: flag,
  /** Whether the next bank file of the month pays it. */
  in_next_file: flag,
});

export function addMoneyVerbs(settlement: Command, cli: Cli): void {
  const take = chosen(settlement, 'void');
  cli.verb(take.description('Voids an issued or failed statement. Its lines are ready again.'), {
    json: STATEMENT,
    async run({ ctx, session }, options: Choice) {
      const { dryRun = false, reason } = options;
      const statement = await chooseStatement(ctx, options);
      if (dryRun) await assertVoidable(ctx.sql, statement);
      else await voidStatement(ctx, { settlementId: statement.id, requestedBy: session.actor, reason });
      return { ...statement, dryRun, status: dryRun ? statement.status : 'void' };
    },
    text({ dry_run, id, status, amount, currency: code, lines }, session) {
      const what = `${money(amount, code)} in ${lines} lines`;
      if (dry_run) session.say(`Dry run: ${id} is ${status}; ${what} would be ready again.`);
      else session.say(`${id} is void; ${what} are ready again.`);
    },
  });

  const pay = chosen(settlement, 'pay').option(
    '--payment-reference <text>',
    'records that you paid it by hand; sends nothing',
  );
  cli.verb(pay.description('Pays an issued statement now, or retries a failed one.'), {
    json: PAID,
    async run({ ctx, session }, options: Choice & { paymentReference?: string }) {
      const statement = await chooseStatement(ctx, options);
      const { paymentReference, dryRun = false, reason } = options;
      const found = {
        ...statement,
        dryRun,
        sendsTransfers: ctx.payouts.methods.includes(statement.method),
        inNextFile: isPaidByFile(ctx, statement),
      };
      if (dryRun) {
        assertPayable(statement, paymentReference);
        return { ...found, paymentReference: paymentReference ?? null };
      }
      const input = { settlementId: statement.id, requestedBy: session.actor, reason, paymentReference };
      return { ...found, ...(await payStatement(ctx, input)) };
    },
    text(statement, session) {
      session.say(describePayment(statement));
      const { dry_run, status, sends_transfers, in_next_file } = statement;
      if (!dry_run && status !== 'paid' && !sends_transfers && !in_next_file) {
        session.say('No payouts are set up: pay it by hand and give its --payment-reference.');
      }
    },
  });

  addAdjustVerb(settlement, cli);
}

function describePayment(statement: z.output<typeof PAID>) {
  const { dry_run, id, status, month: of, amount, currency: code, payment_reference, in_next_file } = statement;
  if (dry_run) {
    const planned = in_next_file ? 'would be in the next bank file' : 'would be paid';
    const how = payment_reference === null ? planned : `would be recorded as paid: ${payment_reference}`;
    return `Dry run: ${id} is ${status}; ${money(amount, code)} ${how}.`;
  }
  if (status === 'paid') return `${id} is paid: ${payment_reference}`;
  return in_next_file
    ? `${id} is not paid yet. It is in the next bank file: \`partner-events settlement pay-file --month ${of}\`. Do not pay it by hand.`
    : `${id} is being paid; \`partner-events settlement show ${id}\` shows the result.`;
}

function chosen(settlement: Command, name: string): Command {
  return settlement
    .command(name)
    .requiredOption('--month <month>', 'such as 2026-10', month)
    .requiredOption('--company <company>', 'id or name')
    .option('--currency <code>', 'needed if there are several', currency)
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option('--dry-run', 'only shows what it would do');
}
