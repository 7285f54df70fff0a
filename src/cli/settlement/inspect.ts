import { type Command, Option } from 'commander';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '../../domain/settlement.js';
import {
  chooseStatement,
  findStatements,
  type ShownStatement,
  showStatement,
} from '../../services/settlements/show-statement.js';
import type { SettlementRow } from '../../store/settlements.js';
import { wholeNumber } from '../options.js';
import { printTable } from '../print.js';
import { currency, money, month, run } from './run.js';

interface ListOptions {
  month?: string;
  company?: string;
  currency?: string;
  status?: SettlementStatus;
  limit: number;
}

export function addInspectCommands(program: Command): void {
  program
    .command('list')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--company <company>', 'id or name')
    .option('--currency <code>', 'only in this one', currency)
    .addOption(new Option('--status <status>', 'only in this one').choices(SETTLEMENT_STATUSES))
    .option('--limit <number>', 'most statements shown', wholeNumber, 50)
    .description('Statements, newest month first.')
    .action(({ limit, ...filter }: ListOptions) =>
      run(async (ctx) => {
        const found = await findStatements(ctx, filter, limit + 1);
        printTable(
          ['STATEMENT', 'MONTH', 'COMPANY', 'STATUS', 'AMOUNT', 'LINES', 'DUE', 'PAYMENT'],
          found.slice(0, limit).map(row),
        );
        if (found.length > limit) console.log('… and more: --limit shows them.');
      }),
    );

  program
    .command('show')
    .argument('[statement]', 'id; or choose with --month and --company')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--company <company>', 'id or name')
    .option('--currency <code>', 'needed where there are several', currency)
    .option('--lines <number>', 'most lines shown', wholeNumber, 50)
    .description('A statement: its lines, its transfers, and who ran what and why.')
    .action((id: string | undefined, options: Omit<ListOptions, 'limit'> & { lines: number }) =>
      run(async (ctx) => {
        const { month: of, company, lines } = options;
        if (!id && (!of || !company)) throw new Error('Name a statement, or choose one with --month and --company.');
        const chosen =
          id ??
          (await chooseStatement(ctx, { month: of ?? '', company: company ?? '', currency: options.currency })).id;
        print(await showStatement(ctx, chosen, { lines }));
      }),
    );
}

function row(one: SettlementRow): string[] {
  const { id, companyId, status, amountMinor, lines, dueOn, paymentReference } = one;
  const version = one.version > 1 ? ` (version ${one.version})` : '';
  return [
    id,
    one.month + version,
    companyId,
    status,
    money(amountMinor, one.currency),
    String(lines),
    dueOn,
    paymentReference ?? '',
  ];
}

function print({ statement, transfers, lines, runs }: ShownStatement): void {
  const { currency: code, failure, payFrom, reference } = statement;
  printTable(['STATEMENT', 'MONTH', 'COMPANY', 'STATUS', 'AMOUNT', 'LINES', 'DUE', 'PAYMENT'], [row(statement)]);
  console.log(`Method ${statement.method}; reference ${reference ?? '–'}; issued ${statement.issuedAt.toISOString()}`);
  if (failure)
    console.log(`Failed: ${failure}; ${payFrom ? `again ${payFrom.toISOString()}` : 'not tried again by itself'}`);
  if (transfers.length > 0) {
    console.log('');
    printTable(
      ['TRANSFER', 'STATE', 'BEGUN', 'ENDED', 'REFERENCE OR FAILURE'],
      transfers.map((one) => [
        one.id,
        one.state,
        one.begunAt.toISOString(),
        one.endedAt?.toISOString() ?? '',
        one.reference ?? one.failure ?? '',
      ]),
    );
  }
  console.log('');
  printTable(
    ['LINE', 'KIND', 'STATUS', 'COMMISSION', 'REASON', 'SALE', 'CREATED'],
    lines.map((line) => [
      line.id,
      line.kind,
      line.status,
      money(line.commissionMinor, code),
      line.reason ?? '',
      line.saleId,
      line.createdAt.toISOString(),
    ]),
  );
  if (lines.length < statement.lines) console.log(`… ${statement.lines - lines.length} more: --lines shows them.`);
  console.log('');
  printTable(
    ['RUN', 'WHEN', 'WHO', 'STATUS', 'WHY', 'RESULT'],
    runs.map((one) => [
      one.kind,
      one.startedAt.toISOString(),
      one.requestedBy,
      one.status,
      one.reason,
      describe(one.result),
    ]),
  );
}

function describe(result: ShownStatement['runs'][number]['result']): string {
  if (!result) return '';
  if (typeof result.message === 'string') return result.message;
  return Object.entries(result)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
