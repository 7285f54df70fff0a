import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import { invalidField } from '../../core/problems.js';
import { exportJournal } from '../../settlements/journal.js';
import { ACCOUNTS, type Account, type Chart } from '../../settlements/rules/journal.js';
import * as schemas from '../../settlements/schemas.js';
import { calendarDay, wholeNumber } from '../support/options.js';
import { checkOutFolder, writeOutFile } from '../support/out-folder.js';
import { instantText, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { money, month } from './choice.js';

const JOURNAL = z.object({
  month: text,
  /** Paths. */
  files: z.array(text),
  totals: z.array(schemas.journalTotal),
  /** Postings in currencies that the format does not have. */
  left_out: z.array(schemas.journalTotal.pick({ currency: true, postings: true })),
  late: schemas.lateEntries.nullable(),
});

interface Options {
  month: string;
  format: 'csv' | 'datev';
  out: string;
  account?: Partial<Chart>;
  consultant?: number;
  client?: number;
  yearStart?: string;
}

export function addJournalVerb(settlement: Command, cli: Cli): void {
  const journal = settlement
    .command('journal')
    .requiredOption('--month <month>', 'such as 2026-10; it must be over', month)
    .addOption(new Option('--format <name>', 'CSV, or files for DATEV').choices(['csv', 'datev']).default('csv'))
    .option('--out <folder>', 'where the files are written', '.')
    .option(
      '--account <name=number>',
      `a number of your chart; repeatable: ${Object.keys(ACCOUNTS).join(', ')}`,
      accountNumber,
    )
    .option('--consultant <number>', 'of your tax consultant; only for DATEV', wholeNumber)
    .option('--client <number>', 'yours at the tax consultant; only for DATEV', wholeNumber)
    .option('--year-start <day>', 'first day of the fiscal year; default: 1 January; only for DATEV', calendarDay)
    .description('Writes what changed of the money owed to partners in a month, for your accounting.');
  cli.verb(journal, {
    json: JOURNAL,
    async run({ ctx, session }, { month: of, out, account, ...options }: Options) {
      checkOutFolder(out);
      const { files, totals, leftOut, late } = await exportJournal(ctx, {
        month: of,
        accounts: account,
        ...(options.format === 'datev' && { datev: toClient(of, options) }),
      });
      if (leftOut.length > 0) session.markFailed();
      return {
        month: of,
        files: files.map(({ name, content }) => writeOutFile(out, name, content)),
        totals: totals.map(({ debitMinor, creditMinor, ...total }) => ({
          ...total,
          debit: toDecimal(debitMinor, total.currency),
          credit: toDecimal(creditMinor, total.currency),
        })),
        leftOut,
        late,
      };
    },
    text({ month: of, files, totals, left_out, late }, session) {
      for (const path of files) session.say(path);
      session.table(['CURRENCY', 'POSTINGS', 'DEBIT', 'CREDIT'], totals, [
        'currency',
        'postings',
        (row) => money(row.debit, row.currency),
        (row) => money(row.credit, row.currency),
      ]);
      for (const { currency, postings } of left_out)
        session.say(
          `Left out: ${postings} postings in ${currency}. DATEV files are in euros. Book them from the CSV format.`,
        );
      if (late)
        session.say(
          `Entries of the bank in ${of} that were imported or assigned after the month: ${late.entries}, the last ${instantText(late.last_at)}. A journal that was exported before lacks them.`,
        );
    },
  });
}

function toClient(
  of: string,
  { consultant, client, yearStart = `${of.slice(0, 4)}-01-01` }: Omit<Options, 'month' | 'out'>,
) {
  if (consultant === undefined) throw invalidField('consultant', 'is required for DATEV');
  if (client === undefined) throw invalidField('client', 'is required for DATEV');
  return { consultant, client, yearStart };
}

function accountNumber(value: string, before: Partial<Chart> = {}): Partial<Chart> {
  const [name = '', number = ''] = value.split('=');
  if (!Object.hasOwn(ACCOUNTS, name)) {
    throw new InvalidArgumentError(`must be one of ${Object.keys(ACCOUNTS).join(', ')}, such as commissions=6770.`);
  }
  return { ...before, [name as Account]: number };
}
