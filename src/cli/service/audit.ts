import { type Command, Option } from 'commander';
import { AUDIT_ACTIONS, type AuditAction, type AuditDetails } from '../../domain/audit.js';
import { listActions } from '../../services/audit/list-actions.js';
import { instant, wholeNumber } from '../options.js';
import { run } from '../partner/run.js';
import { printable, printTable } from '../print.js';

interface ListOptions {
  company?: string;
  since?: Date;
  action?: AuditAction;
  limit: number;
}

export function addAuditVerbs(audit: Command): void {
  audit
    .command('list')
    .option('--company <company>', 'id or name')
    .option('--since <instant>', 'at or after this, such as 2026-11-02T09:00:00Z', instant)
    .addOption(new Option('--action <action>', 'only this one').choices(AUDIT_ACTIONS))
    .option('--limit <n>', 'at most so many', wholeNumber, 50)
    .description('Management actions, newest first.')
    .action((options: ListOptions) =>
      run(async (ctx) => {
        const rows = await listActions(ctx, options);
        printTable(
          ['WHEN', 'WHO', 'ACTION', 'OBJECT', 'COMPANY', 'DETAILS'],
          rows.map((row) => [
            row.at.toISOString(),
            row.actor,
            row.action,
            row.objectId,
            row.companyId ?? '',
            describe(row.details),
          ]),
        );
      }),
    );
}

function describe(details: AuditDetails): string {
  const words = Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`);
  return printable(words.join(' '));
}
