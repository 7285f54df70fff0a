import { type Command, InvalidArgumentError } from 'commander';
import { adjustCompany, checkAdjustment } from '../../services/settlements/adjust-company.js';
import { assertPayable, payStatement } from '../../services/settlements/pay-statement.js';
import { getTerms } from '../../services/settlements/set-terms.js';
import { chooseStatement } from '../../services/settlements/show-statement.js';
import { assertVoidable, voidStatement } from '../../services/settlements/void-statement.js';
import { actor } from '../actor.js';
import { type Choice, currency, money, month, run } from './run.js';

type AdjustOptions = Omit<Choice, 'month' | 'currency'> & {
  currency: string;
  amount: number;
  month?: string;
  again?: boolean;
};

export function addMoneyCommands(program: Command): void {
  chosen(program, 'void')
    .description('Takes an issued or failed statement back; its lines are ready again.')
    .action((options: Choice) =>
      run(async (ctx) => {
        const statement = await chooseStatement(ctx, options);
        const { id, status, amountMinor, lines, currency: code } = statement;
        if (options.dryRun) {
          assertVoidable(statement);
          console.log(
            `Dry run: ${id} is ${status}; ${money(amountMinor, code)} in ${lines} lines would be ready again.`,
          );
          return;
        }
        await voidStatement(ctx, { settlementId: id, requestedBy: actor(), reason: options.reason });
        console.log(`${id} is void; ${money(amountMinor, code)} in ${lines} lines are ready again.`);
      }),
    );

  chosen(program, 'pay')
    .option('--payment-reference <text>', 'it was paid by hand: write that down and send nothing')
    .description('Has an issued statement paid now, or a failed one once more.')
    .action((options: Choice & { paymentReference?: string }) =>
      run(async (ctx) => {
        const statement = await chooseStatement(ctx, options);
        const { id, status, amountMinor, currency: code } = statement;
        const { paymentReference, reason } = options;
        const requestedBy = actor();
        if (options.dryRun) {
          assertPayable(statement, paymentReference);
          const how = paymentReference === undefined ? 'would be paid' : `would be written down as ${paymentReference}`;
          console.log(`Dry run: ${id} is ${status}; ${money(amountMinor, code)} ${how}.`);
          return;
        }
        const paid = await payStatement(ctx, { settlementId: id, requestedBy, reason, paymentReference });
        console.log(
          paid.status === 'paid'
            ? `${id} is paid: ${paid.paymentReference}`
            : `${id} is being paid; \`npm run settlement -- show ${id}\` tells what becomes of it.`,
        );
        if (paid.status !== 'paid' && !ctx.payouts.enabled) {
          console.log('Nothing is set up here to send transfers: pay it by hand and give the --payment-reference.');
        }
      }),
    );

  program
    .command('adjust')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--currency <code>', 'of the amount', currency)
    .requiredOption('--amount <amount>', 'signed, such as -12.50', amount)
    .option('--month <month>', 'whose statement it corrects, such as 2026-10; kept and shown there', month)
    .requiredOption('--reason <text>', 'why; it is kept')
    .option('--again', 'although the very same adjustment was made before')
    .option('--dry-run', 'only shows what would be done')
    .description('Corrects what a company is owed by an entry of its own: its next statement lists it.')
    .action((options: AdjustOptions) =>
      run(async (ctx) => {
        const input = { ...options, requestedBy: actor() };
        const { companyId, amountMinor, currency: code } = await checkAdjustment(ctx, input);
        const what = `${money(amountMinor, code)} for ${companyId}`;
        if (options.dryRun) console.log(`Dry run: ${what} would be a line of its next statement.`);
        else console.log(`${await adjustCompany(ctx, input)}: ${what}; its next statement lists it.`);
        if (!(await getTerms(ctx, companyId)))
          console.log('It has no terms: there is no statement until they are agreed.');
      }),
    );
}

function chosen(program: Command, name: string): Command {
  return program
    .command(name)
    .requiredOption('--month <month>', 'such as 2026-10', month)
    .requiredOption('--company <company>', 'id or name')
    .option('--currency <code>', 'needed where there are several', currency)
    .requiredOption('--reason <text>', 'why; it is kept')
    .option('--dry-run', 'only shows what would be done');
}

function amount(text: string): number {
  if (!/^-?\d{1,12}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('must be an amount such as -12.50.');
  return Number(text);
}
