import { z } from 'zod';
import { SettlementRefused } from './refused.js';
import { type CloseInput, MAX_PER_SECOND, type RerunInput } from './workflow.js';

const request = {
  month: z.string(),
  requestedBy: z.string(),
  reason: z.string(),
};
/**
 * A batch that takes longer than its activity is allowed would restart forever; companies may have several statements.
 */
const LONGEST_BATCH_SECONDS = 200;
const closeInput = z
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
const rerunInput = z.strictObject({ ...request, company: z.string(), currency: z.string() });

/**
 * The input of a close started in the Temporal UI. Unknown fields are refused: with a misspelled `company`, all
 * companies would be closed.
 *
 * @throws {SettlementRefused} naming every field that is wrong or missing.
 */
export function checkedCloseInput(given: unknown): CloseInput {
  return checked(closeInput, given);
}

/** The same for a rerun. @throws {SettlementRefused} naming every field that is wrong or missing. */
export function checkedRerunInput(given: unknown): RerunInput {
  return checked(rerunInput, given);
}

function checked<T>(shape: z.ZodType<T>, given: unknown): T {
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new SettlementRefused(`The input is one JSON object, see docs/settlements.md. ${faults.join('; ')}`);
}
