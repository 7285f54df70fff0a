import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { redactText } from '../logs/logger.js';
import type { AuditAction, AuditDetails } from './audit.js';
import { insertAuditRow } from './sql.js';

export interface RecordedAction {
  action: AuditAction;
  /** What it was done to. */
  objectId: string;
  /** Whom it concerns; absent: no single company. */
  companyId?: string | null;
  details?: AuditDetails;
  /** Who, where it is not the context's own actor. */
  by?: string;
}

/**
 * Writes a management action down, in the transaction that carries it out: there is no action without its row, and no
 * row without its action. What people typed loses the keys and e-mail addresses in it.
 */
export function recordAction(ctx: Context, tx: Transaction, { by, ...action }: RecordedAction): Promise<void> {
  return insertAuditRow(tx, {
    at: ctx.clock.now(),
    actor: by ?? ctx.actor,
    action: action.action,
    objectId: action.objectId,
    companyId: action.companyId ?? null,
    details: tidy(action.details ?? {}),
  });
}

function tidy(details: AuditDetails): AuditDetails {
  const text = <T>(value: T) => (typeof value === 'string' ? redactText(value) : value);
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, Array.isArray(value) ? value.map(text) : text(value)]),
  );
}
