import type { Id } from '../core/ids.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { KEPT_DAYS } from './delete-old-signals.js';
import { type FunnelInput, parseFilter } from './funnel.js';
import { UNSOLD_REASONS, type UnsoldReason } from './rules/funnel.js';
import { type OpenedLink, type OpenedRow, openedRows, openingsNear } from './sql/unsold.js';

export interface Unsold {
  /** The first and the last day that are covered, in UTC. */
  from: string;
  to: string;
  /** Days before `from` that were asked for are kept too: signals are, for 35 days. */
  earlier: boolean;
  /** Opened pages, and pages that led to a sale with a reward. */
  opened: number;
  sold: number;
  /** The reasons of the others, the most frequent first. */
  reasons: { reason: UnsoldReason; count: number }[];
  /** The newest of each reason, newest first. */
  newest: (Pick<OpenedRow, 'at' | 'eventId' | 'name' | 'subId'> & { reason: UnsoldReason })[];
}

/** How many pages are shown for each reason. */
const NEWEST = 20;

/**
 * Why buy pages that a company's links opened led to no sale with a reward, as far as it is known.
 *
 * @param most covers only this number of the last days; absent: all stored days.
 * @throws {ProblemError} as `readFunnel`.
 */
export async function readUnsold(ctx: Context, input: FunnelInput, most?: number): Promise<Unsold> {
  const { from, to, ...rest } = parseFilter(ctx, input);
  const now = ctx.clock.now();
  const last = earlier(dayOf(now), to);
  const known = later(from, dayOf(new Date(now.getTime() - KEPT_DAYS * DAY)));
  const until = new Date(Date.parse(last) + DAY);
  const first = most === undefined ? known : later(known, dayOf(new Date(until.getTime() - most * DAY)));
  const rows = await openedRows(ctx.sql, { ...rest, from: new Date(first), until }, NEWEST);
  const totals = new Map(rows.map(({ reason, total }) => [reason, Number(total)]));
  const reasons = UNSOLD_REASONS.flatMap((reason) => ({ reason, count: totals.get(reason) ?? 0 }));
  return {
    from: first,
    to: last,
    earlier: first > known,
    opened: [...totals.values()].reduce((sum, count) => sum + count, 0),
    sold: totals.get(null) ?? 0,
    reasons: reasons.filter(({ count }) => count > 0).sort((reason, other) => other.count - reason.count),
    newest: rows.flatMap(({ reason, at, eventId, name, subId }) =>
      reason === null ? [] : { reason, at, eventId, name, subId },
    ),
  };
}

const earlier = (first: string, other: string) => (first < other ? first : other);
const later = (first: string, other: string) => (first < other ? other : first);

const LIKELIEST = 20;

/** Openings within a day of an instant: those with the click id first, then the nearest. Signals are kept for 35 days. */
export function listOpeningsNear(
  ctx: Context,
  { at, ...of }: { companyId: Id<'company'>; eventId: Id<'event'>; subId: string | null; at: Date },
): Promise<OpenedLink[]> {
  const [from, to] = [new Date(at.getTime() - DAY), new Date(at.getTime() + DAY)];
  return openingsNear(ctx.sql, { ...of, at, from, to }, LIKELIEST);
}
