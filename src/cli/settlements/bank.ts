import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { findCompanyNames } from '../../companies/sql/companies.js';
import { toDecimal } from '../../core/money.js';
import { makeBankFiles, readBankFile, withdrawBankFile } from '../../settlements/bank-files.js';
import { importBankStatement, textOf } from '../../settlements/import-bank-statement.js';
import { UNEXPECTED_OUTCOMES } from '../../settlements/record-bank-entry.js';
import { explainReason } from '../../settlements/rules/payment-text.js';
import * as schemas from '../../settlements/schemas.js';
import { type BankFileRow, listBankFiles } from '../../settlements/sql/bank-files.js';
import { checkOutFolder, writeOutFile } from '../support/out-folder.js';
import { count, flag, listOf, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { amountText, currency, money, month, onStatement } from './choice.js';

const MADE = z.object({
  dry_run: flag,
  /** `path`: null in a dry run, and if the file was made but not written. `write_again`: the command that writes it. */
  files: z.array(
    schemas.bankFile.extend({ path: textOrNull, write_again: textOrNull, items: z.array(schemas.bankFileItem) }),
  ),
  left_out: z.array(schemas.leftOut),
});

const IMPORTED = z.object({
  entries: z.array(schemas.importedEntry),
  /** Number of entries that are no payments to partners. */
  others: count,
  /** The same, at most 20 of them. */
  other_entries: z.array(schemas.otherEntry),
  /** Number of entries and reports about payments that the bank still processes. */
  pending: count,
  unread: z.array(schemas.unreadPart),
});

interface PayOptions {
  month: string;
  currency?: string;
  executeOn?: string;
  reason: string;
  out: string;
  dryRun?: boolean;
}

export function addBankVerbs(settlement: Command, cli: Cli): void {
  const pay = settlement
    .command('pay-file')
    .requiredOption('--month <month>', 'such as 2026-10', month)
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option('--currency <code>', 'only this one; default: a file for each', currency)
    .option('--execute-on <day>', 'when the bank is to pay, such as 2026-12-15; default: the next banking day')
    .option('--out <folder>', 'where the files are written', '.')
    .option('--dry-run', 'only shows what it would do')
    .description('Writes what is due by bank transfer into files for your bank (pain.001), each payment once.');
  cli.verb(pay, {
    json: MADE,
    async run({ ctx, session }, { out, dryRun = false, ...options }: PayOptions) {
      if (!dryRun) checkOutFolder(out);
      const made = await makeBankFiles(ctx, { ...options, requestedBy: session.actor }, dryRun);
      const companies = made.files.flatMap(({ items }) => items.map(({ companyId }) => companyId));
      const names = await findCompanyNames(ctx.sql, companies);
      const files = made.files.map((file) => {
        const items = file.items.map((item) => ({ ...onStatement(item), company: names.get(item.companyId) ?? '' }));
        const notWritten = { ...present(file), items, path: null, writeAgain: null };
        if (dryRun) return notWritten;
        try {
          return { ...notWritten, path: write(out, file) };
        } catch (error) {
          session.markFailed();
          session.note(`${file.id} was made, but not written: ${(error as Error).message}`);
          return { ...notWritten, writeAgain: `partner-events settlement bank-files ${file.id} --out <folder>` };
        }
      });
      return { dryRun, files, leftOut: made.leftOut.map(onStatement) };
    },
    text({ dry_run, files, left_out }, session) {
      for (const { id, payments, items, amount, currency: code, execute_on, path, write_again } of files) {
        const what = `${payments} ${payments === 1 ? 'payment' : 'payments'}, ${money(amount, code)}, executed on ${execute_on}`;
        session.say(dry_run ? `Dry run: a file of ${what}.` : `${id}: ${what}: ${path ?? `run ${write_again}`}`);
        if (dry_run)
          session.table(['STATEMENT', 'COMPANY', 'NAME', 'AMOUNT', 'IBAN'], items, [
            'statement',
            'company_id',
            'company',
            (item) => money(item.amount, code),
            (item) => `…${item.iban_end}`,
          ]);
      }
      if (files.length === 0) session.say('Nothing to pay.');
      session.part(['LEFT OUT', 'COMPANY', 'AMOUNT', 'WHY'], left_out, ['statement', 'company_id', amountText, 'why']);
    },
  });

  const list = settlement
    .command('bank-files')
    .argument('[file]', 'id of one of them')
    .option('--month <month>', 'such as 2026-10', month)
    .option('--out <folder>', 'writes them there again, each the same to the byte')
    .description('The files that were made for your bank, newest first, and how their payments stand.');
  cli.verb(list, {
    // `path`: null unless it was written again.
    json: listOf('files', schemas.bankFileProgress.extend({ path: textOrNull })),
    async run({ ctx }, id: string | undefined, { month: of, out }: { month?: string; out?: string }) {
      if (out !== undefined) checkOutFolder(out);
      const found = await listBankFiles(ctx.sql, id === undefined ? of : (await readBankFile(ctx, id)).month, 100);
      const files = found.filter((file) => id === undefined || file.id === id);
      const again = async ({ id: fileId }: BankFileRow) =>
        out === undefined ? null : write(out, await readBankFile(ctx, fileId));
      return { files: await Promise.all(files.map(async (file) => ({ ...present(file), path: await again(file) }))) };
    },
    text({ files }, session) {
      session.table(
        ['FILE', 'MONTH', 'AMOUNT', 'PAYMENTS', 'OPEN', 'PAID', 'FAILED', 'EXECUTE ON', 'WITHDRAWN'],
        files,
        [
          'id',
          'month',
          amountText,
          'payments',
          'open',
          'paid',
          'failed',
          'execute_on',
          ({ withdrawn_at }) => withdrawn_at && 'withdrawn',
        ],
      );
      for (const { path } of files) if (path !== null) session.say(path);
    },
  });

  const withdraw = settlement
    .command('withdraw-file')
    .argument('<file>', 'id')
    .requiredOption('--reason <text>', 'why; it is recorded')
    .description('Ends the payments of a file that your bank did not get or refused. The next file can have them.');
  cli.verb(withdraw, {
    json: z.object({ file: text, statements: z.array(text) }),
    run: async ({ ctx, session }, file: string, { reason }: { reason: string }) => ({
      file,
      statements: await withdrawBankFile(ctx, { fileId: file, requestedBy: session.actor, reason }),
    }),
    text: ({ file, statements }, session) =>
      session.say(`${file} is withdrawn: ${statements.length} statements can be paid anew.`),
  });

  const take = settlement
    .command('import-bank')
    .argument('<files...>', 'files of your bank: camt.053, camt.054 or pain.002')
    .option('--reason <text>', 'why; it is recorded', 'account statement of the bank')
    .description('Marks what the bank paid or returned. Importing a file again changes nothing.');
  cli.verb(take, {
    json: IMPORTED,
    async run({ ctx, session }, paths: string[], { reason }: { reason: string }) {
      const contents = paths.map((path) => ({ path, file: readFileSync(path) }));
      const imports = [];
      for (const { path, file } of contents) {
        const imported = await importBankStatement(ctx, { file, requestedBy: session.actor, reason });
        const { entries, unread } = imported;
        if (unread.some(({ mayBeOurs }) => mayBeOurs)) session.markFailed();
        if (entries.some(({ outcome }) => UNEXPECTED_OUTCOMES.has(outcome))) session.markFailed();
        imports.push({ path, ...imported });
      }
      const others = imports.flatMap(({ path: file, others }) =>
        others.map((entry) => ({ ...entry, file, currency: entry.amount.currency, text: textOf(entry) })),
      );
      return {
        entries: imports.flatMap(({ path: file, entries }) =>
          entries.map((entry) => ({ ...onStatement(entry), file })),
        ),
        others: others.length,
        otherEntries: others.slice(0, OTHERS_SHOWN),
        pending: imports.reduce((sum, { pending }) => sum + pending, 0),
        unread: imports.flatMap(({ path: file, unread }) => unread.map((part) => ({ ...part, file }))),
      };
    },
    text({ entries, others, other_entries, pending, unread }, session) {
      session.table(['OUTCOME', 'STATEMENT', 'COMPANY', 'AMOUNT', 'BOOKED', 'REFERENCE', 'NOTE'], entries, [
        'outcome',
        ({ statement }) => statement ?? '–',
        ({ company_id }) => company_id ?? '–',
        amountText,
        ...(['booked_on', 'bank_reference'] as const),
        ({ note }) => explainReason(note),
      ]);
      for (const { outcome, next_step } of entries) if (next_step) session.say(`${outcome}: ${next_step}.`);
      for (const { file, line, reason, may_be_ours } of unread) {
        session.say(
          `Not read: ${file}, line ${line}: ${reason}${may_be_ours ? '. It may be one of our payments' : ''}.`,
        );
      }
      for (const otherEntry of other_entries)
        session.say(
          `other: ${otherEntry.booked_on}, ${otherEntry.direction} of ${money(otherEntry.amount, otherEntry.currency)}  ${otherEntry.text}`,
        );
      session.say(`${others} other entries, which are no payments to partners. ${pending} are not final yet.`);
    },
  });
}

const OTHERS_SHOWN = 20;

function present<F extends BankFileRow>(file: F) {
  return { ...file, amount: toDecimal(file.sumMinor, file.currency) };
}

/** The file holds account numbers of partners, so only the caller may read it. */
function write(folder: string, { id, month: of, currency: code, content }: BankFileRow & { content: string }): string {
  return writeOutFile(folder, `${of}-${code}-${id}.xml`, content);
}
