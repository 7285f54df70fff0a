import { newId } from '../core/ids.js';
import { refuse } from '../core/input-refusal.js';
import { checkedText } from '../core/text.js';
import { type RecordedAction, recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { projectChanges } from './project-changes.js';
import { touchOrganizerEvents } from './sql/events.js';
import { keepOrganizer } from './sql/organizers.js';

export interface OrganizerInput {
  source: string;
  /** Shown to partners. Absent: unchanged. */
  name?: string;
  verified?: boolean;
}

/**
 * Id of the organizer of that source, made when it is new. A changed name or mark updates all of its events.
 *
 * @param action the operator's action, recorded in the same transaction.
 * @throws {InputRefusal} when the source is invalid.
 * @throws {ProblemError} `invalid_request` when the name is invalid.
 */
export async function ensureOrganizer(
  ctx: Context,
  input: OrganizerInput,
  action?: Pick<RecordedAction, 'action' | 'details'>,
): Promise<string> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(input.source)) {
    throw refuse('organizer', 'must be 1 to 80 letters, digits, `.`, `_` and `-`');
  }
  const name = input.name === undefined ? undefined : checkedText('organizer name', input.name, { max: 200 });
  const now = ctx.clock.now();
  const organizer = await ctx.sql.begin(async (tx) => {
    const kept = await keepOrganizer(tx, { id: newId('organizer'), ...input, name }, now);
    if (kept.changed) await touchOrganizerEvents(tx, kept.id, now);
    const details = { source: input.source, ...action?.details };
    if (action) await recordAction(ctx, tx, { ...action, objectId: kept.id, details });
    return kept;
  });
  if (organizer.changed) await projectChanges(ctx);
  return organizer.id;
}
