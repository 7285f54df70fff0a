import { z } from 'zod';
import { invalidField } from '../core/problems.js';
import { readText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { SettlementRefused } from './rules/settlement.js';
import { beginRun, endRun, findRun, type NewRun, type RunResult } from './sql/settlement-runs.js';
import { type CloseInput, MAX_PER_SECOND, type RerunInput } from './workflow.js';

/** Who asked for a change, and why. */
export interface Requester {
  requestedBy: string;
  reason: string;
}

/**
 * Records a run and an audit row, in the transaction that performs it. For a known key it returns the existing run and
 * adds nothing.
 *
 * @param objectId the subject of the run: a statement, or the month.
 * @returns the run's id.
 */
export async function openRun(ctx: Context, tx: Transaction, run: NewRun, objectId: string): Promise<number> {
  const known = await findRun(tx, run.key);
  if (known) return known.id;
  const id = await beginRun(tx, run, ctx.clock.now());
  const { kind, companyId, requestedBy: by, month, currency, reason } = run;
  const details = { run: id, month, currency, reason };
  await recordAction(ctx, tx, { action: `settlement.${kind}`, objectId, companyId, by, details });
  return id;
}

/** Records a run that ends in the transaction that performs it, see {@link openRun}. */
export async function recordRun(
  ctx: Context,
  tx: Transaction,
  run: NewRun,
  objectId: string,
  result: RunResult,
): Promise<void> {
  const id = await openRun(ctx, tx, run, objectId);
  await endRun(tx, id, { status: 'finished', result }, ctx.clock.now());
}

const request = {
  month: z.string(),
  requestedBy: z.string(),
  reason: z.string(),
};
/** A batch that takes longer than its activity is allowed would restart forever; companies may have several statements. */
const LONGEST_BATCH_SECONDS = 200;
export const closeInput: z.ZodType<CloseInput> = z
  .strictObject({
    ...request,
    company: z.string().optional(),
    currency: z.string().optional(),
    batch: z.int().min(1).max(1_000).optional(),
    perSecond: z.number().min(1).max(MAX_PER_SECOND).optional(),
  })
  .refine(({ batch = 0, perSecond = Number.POSITIVE_INFINITY }) => batch <= perSecond * LONGEST_BATCH_SECONDS, {
    path: ['batch'],
    error: `must be at most ${LONGEST_BATCH_SECONDS} times perSecond`,
  });
export const rerunInput: z.ZodType<RerunInput> = z.strictObject({
  ...request,
  company: z.string(),
  currency: z.string(),
});

/**
 * The input of a close or a rerun started in the Temporal UI. Unknown fields are refused: with a misspelled `company`,
 * all companies would be closed.
 *
 * @throws {SettlementRefused} naming every field that is wrong or missing.
 */
export function checkedInput<T>(shape: z.ZodType<T>, given: unknown): T {
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new SettlementRefused(`The input is one JSON object, see docs/settlements.md. ${faults.join('; ')}`);
}

function parseText(field: string, given: string | undefined): string {
  const { text, fault } = readText(given ?? '');
  if (text === null) throw invalidField(field, fault ?? '');
  return text;
}

/** @throws {SettlementRefused} for a missing or unstorable actor or reason, or an unknown currency. */
export function checkedRequest<T extends Requester & { currency?: string }>(input: T): T {
  const requestedBy = parseText('requestedBy', input.requestedBy);
  const reason = parseText('reason', input.reason);
  if (!requestedBy) throw invalidField('requestedBy', 'must not be empty: every run records who asked for it');
  if (!reason) throw invalidField('reason', 'must not be empty: every run records why');
  if (input.currency !== undefined && !/^[A-Z]{3}$/.test(input.currency)) {
    throw invalidField('currency', 'must be three capital letters such as EUR');
  }
  return { ...input, requestedBy, reason };
}
