import type { EventStatus } from '../../core/wire/event.js';

/** The statuses an event returns to when stock comes back. */
export type OnSaleStatus = 'scheduled' | 'rescheduled';

export interface StatusState {
  status: EventStatus;
  /** What `sold_out` returns to; null while the event is not sold out. */
  statusBeforeSoldOut: OnSaleStatus | null;
}

/** Which statuses may follow each; `cancelled` and `completed` are final. Every status may stay. */
export const STATUS_TRANSITIONS: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  scheduled: ['postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed'],
  rescheduled: ['postponed', 'cancelled', 'sold_out', 'completed'],
  sold_out: ['scheduled', 'rescheduled', 'postponed', 'cancelled', 'completed'],
  postponed: ['rescheduled', 'cancelled'],
  cancelled: [],
  completed: [],
};

/** A status that cannot follow the current one. */
export class StatusTransitionError extends Error {
  override name = 'StatusTransitionError';

  constructor(
    readonly from: EventStatus,
    readonly to: EventStatus,
  ) {
    const next = STATUS_TRANSITIONS[from];
    super(
      next.length === 0
        ? `${from} is final: ${to} cannot follow`
        : `${to} cannot follow ${from}; ${next.join(', ')} can`,
    );
  }
}

/**
 * The state after somebody (the organizer, an operator, the clock) requests `to`.
 *
 * Asking for the status an event had before it sold out changes only what it returns to: whether it is sold out depends
 * on its stock if it has ticket types, see {@link statusForStock}.
 *
 * @throws {StatusTransitionError} when `to` cannot follow the current status.
 */
export function moveStatus(now: StatusState, to: EventStatus, options: { stockDecides?: boolean } = {}): StatusState {
  if (now.status === to) return now;
  if (!STATUS_TRANSITIONS[now.status].includes(to)) throw new StatusTransitionError(now.status, to);
  if (to === 'sold_out') return { status: to, statusBeforeSoldOut: onSale(now.status) };
  if (now.status === 'sold_out' && options.stockDecides && (to === 'scheduled' || to === 'rescheduled')) {
    return { status: 'sold_out', statusBeforeSoldOut: to };
  }
  return { status: to, statusBeforeSoldOut: null };
}

/**
 * The state after an organizer's feed repeats an event. A feed often knows only "scheduled": for a postponed event it
 * means rescheduled; for a rescheduled or completed one it changes nothing. Null: the feed gives no status.
 *
 * @throws {StatusTransitionError} when its status cannot follow.
 */
export function statusFromFeed(
  now: StatusState,
  said: EventStatus | null,
  options: { stockDecides?: boolean } = {},
): StatusState {
  if (said === null || said === now.status) return now;
  if (now.status === 'completed' && said !== 'cancelled' && said !== 'postponed') return now;
  if (said !== 'scheduled') return moveStatus(now, said, options);
  if (now.status === 'rescheduled') return now;
  const again = now.status === 'postponed' || now.statusBeforeSoldOut === 'rescheduled';
  return moveStatus(now, again ? 'rescheduled' : 'scheduled', options);
}

/**
 * The state of an event with ticket types, given whether all of them are sold out: an event on sale becomes `sold_out`,
 * a sold-out one goes back when stock returns, and every other status stays.
 */
export function statusForStock(
  status: EventStatus,
  statusBeforeSoldOut: OnSaleStatus | null,
  soldOut: boolean,
): StatusState {
  if (soldOut && (status === 'scheduled' || status === 'rescheduled')) {
    return { status: 'sold_out', statusBeforeSoldOut: status };
  }
  if (!soldOut && status === 'sold_out') {
    return { status: statusBeforeSoldOut ?? 'scheduled', statusBeforeSoldOut: null };
  }
  return { status, statusBeforeSoldOut };
}

function onSale(status: EventStatus): OnSaleStatus {
  return status === 'rescheduled' ? 'rescheduled' : 'scheduled';
}
