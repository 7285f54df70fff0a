import { type Command, Option } from 'commander';
import { getCompany } from '../../companies/get-company.js';
import { toDecimal } from '../../core/money.js';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '../../settlements/rules/settlement.js';
import * as schemas from '../../settlements/schemas.js';
import { chooseStatement, listStatements, showStatement } from '../../settlements/statements.js';
import { UsageError } from '../support/failure.js';
import { wholeNumber } from '../support/options.js';
import { flag, listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { amountText, currency, month } from './choice.js';
import { COLUMNS, HEADINGS, printShown, toStatementDetail } from './statement.js';

interface ListOptions {
  month?: string;
  company?: string;
  currency?: string;
  status?: SettlementStatus;
  limit: number;
}

export function addInspectVerbs(settlement: Command, cli: Cli): void {
  const list = settlement
    .command('list')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--company <company>', 'id or name')
    .option('--currency <code>', 'only this one', currency)
    .addOption(new Option('--status <status>', 'only this one').choices(SETTLEMENT_STATUSES))
    .option('--limit <number>', 'maximum number of statements shown', wholeNumber, 50)
    .description('Statements, newest month first, and their totals.');
  cli.verb(list, {
    // `totals`: of everything that matches, shown or not; `more`: whether there is more than is shown.
    json: listOf('statements', schemas.statement).extend({
      ...listOf('totals', schemas.statementTotal).shape,
      more: flag,
    }),
    async run({ ctx }, { limit, ...filter }: ListOptions) {
      const { statements, totals } = await listStatements(ctx, filter, limit + 1);
      return {
        statements: statements.slice(0, limit).map((statement) => ({ ...statement, company: statement.companyName })),
        totals: totals.map((total) => ({ ...total, amount: toDecimal(total.amountMinor, total.currency) })),
        more: statements.length > limit,
      };
    },
    text({ statements, totals, more }, session) {
      session.table(HEADINGS, statements, COLUMNS);
      if (more) session.say('… and more: --limit shows them.');
      session.part(['TOTAL', 'STATUS', 'STATEMENTS'], totals, [amountText, 'status', 'statements']);
    },
  });

  const show = settlement
    .command('show')
    .argument('[statement]', 'id; or choose with --month and --company')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--company <company>', 'id or name')
    .option('--currency <code>', 'needed if there are several', currency)
    .option('--lines <number>', 'maximum number of lines shown', wholeNumber, 50)
    .description('A statement: its lines, its transfers, and its runs: who and why.');
  cli.verb(show, {
    json: schemas.statementDetail,
    async run({ ctx }, id: string | undefined, options: Omit<ListOptions, 'limit'> & { lines: number }) {
      const { month: of, company, lines } = options;
      if (!id && (!of || !company)) throw new UsageError('Name a statement, or choose one with --month and --company.');
      const chosen =
        id ?? (await chooseStatement(ctx, { month: of ?? '', company: company ?? '', currency: options.currency })).id;
      const found = await showStatement(ctx, chosen, { lines });
      return toStatementDetail(found, (await getCompany(ctx, found.statement.companyId)).name);
    },
    text: printShown,
  });
}
