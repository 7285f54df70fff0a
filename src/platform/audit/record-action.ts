import type { Id } from '../../core/ids.js';
import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { redactText } from '../logs/logger.js';
import type { AuditAction, AuditDetails } from './audit.js';
import { insertAuditRow } from './sql.js';

export interface RecordedAction {
  action: AuditAction;
  objectId: string;
  /** The company concerned, if there is a single one. */
  companyId?: Id<'company'> | null;
  details?: AuditDetails;
  /** The actor, if not the context's own. */
  by?: string;
}

/** Records an action in the transaction that performs it, so neither exists alone. Keys and addresses in texts are removed. */
export function recordAction(ctx: Context, tx: Transaction, { by, ...action }: RecordedAction): Promise<void> {
  return insertAuditRow(tx, {
    at: ctx.clock.now(),
    actor: by ?? ctx.actor,
    action: action.action,
    objectId: action.objectId,
    companyId: action.companyId ?? null,
    details: tidy(action.details ?? {}),
    address: ctx.callerAddress ?? null,
  });
}

function tidy(details: AuditDetails): AuditDetails {
  const text = <T>(value: T) => (typeof value === 'string' ? redactText(value) : value);
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, Array.isArray(value) ? value.map(text) : text(value)]),
  );
}
