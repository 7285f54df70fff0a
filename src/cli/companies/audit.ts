import { type Command, Option } from 'commander';
import { listActions } from '../../companies/list-actions.js';
import * as schemas from '../../companies/schemas.js';
import { AUDIT_ACTIONS, type AuditAction } from '../../platform/audit/audit.js';
import { instant as toInstant, wholeNumber } from '../support/options.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

interface ListOptions {
  company?: string;
  since?: Date;
  action?: AuditAction;
  limit: number;
}

export function declareArea(audit: Command, cli: Cli): void {
  const list = audit
    .command('list')
    .option('--company <company>', 'id or name')
    .option('--since <instant>', 'at or after this, such as 2026-11-02T09:00:00Z', toInstant)
    .addOption(new Option('--action <action>', 'only this action').choices(AUDIT_ACTIONS))
    .option('--limit <n>', 'maximum number shown', wholeNumber, 50)
    .description('Management actions, newest first.');
  cli.verb(list, {
    json: listOf('actions', schemas.action),
    run: async ({ ctx }, options: ListOptions) => ({ actions: await listActions(ctx, options) }),
    text: ({ actions }, session) =>
      session.table(['WHEN', 'WHO', 'ACTION', 'OBJECT', 'COMPANY', 'DETAILS'], actions, [
        'at',
        'actor',
        'action',
        'object_id',
        'company_id',
        ({ details }) => describe(details),
      ]),
  });
}

function describe(details: Record<string, unknown>): string {
  const words = Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`);
  return words.join(' ');
}
