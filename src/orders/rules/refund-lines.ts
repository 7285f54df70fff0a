import type { Id } from '../../core/ids.js';
import type { Money } from '../../core/money.js';

/** Tickets of one type in an order that are not refunded. */
export interface RefundableLine {
  ticketTypeId: Id<'ticketType'>;
  remaining: number;
  /** For one ticket, fees and tax included. */
  unitTotalMinor: number;
}

export interface RefundedLine {
  ticketTypeId: Id<'ticketType'>;
  quantity: number;
}

/** The tickets to refund; absent: all that remain. */
export interface RefundChoice {
  ticketTypeId?: Id<'ticketType'>;
  tickets?: number;
}

/** A choice that the order does not allow: the field at fault, and why. */
export interface RefundFault {
  field: 'ticket_type' | 'tickets';
  message: string;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const whole = (lines: readonly RefundableLine[]): RefundedLine[] =>
  lines.map(({ ticketTypeId, remaining }) => ({ ticketTypeId, quantity: remaining }));

/** The tickets that a choice refunds, by type. A part of an order of several types must name the type. */
export function chooseRefund(
  lines: readonly RefundableLine[],
  { ticketTypeId, tickets }: RefundChoice,
): RefundedLine[] | RefundFault {
  const chosen = ticketTypeId === undefined ? lines : lines.filter((line) => line.ticketTypeId === ticketTypeId);
  const left = chosen.filter(({ remaining }) => remaining > 0);
  if (chosen.length === 0) return { field: 'ticket_type', message: `${ticketTypeId} is not in this order` };
  const remaining = sum(left.map((line) => line.remaining));
  const quantity = tickets ?? remaining;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > remaining) {
    return { field: 'tickets', message: `${quantity} cannot be refunded: ${remaining} remain` };
  }
  if (quantity === remaining) return whole(left);
  const [line, other] = left;
  if (!line || other) {
    const types = left.map((line) => `${line.remaining} of ${line.ticketTypeId}`).join(', ');
    return { field: 'ticket_type', message: `name the type of the ${quantity} tickets: ${types} remain` };
  }
  return [{ ticketTypeId: line.ticketTypeId, quantity }];
}

/**
 * The tickets that a refund on the processor's pages returns. Only an amount that is a whole number of tickets of exactly one type
 * returns tickets, unless nothing of the payment is left.
 */
export function ticketsOfAmount(
  lines: readonly RefundableLine[],
  { amount, isRest }: { amount: Money; isRest: boolean },
): RefundedLine[] {
  const left = lines.filter(({ remaining }) => remaining > 0);
  if (isRest) return whole(left);
  const fitting = left.filter(({ unitTotalMinor }) => amount.minor % unitTotalMinor === 0);
  const [line, other] = fitting;
  if (!line || other) return [];
  return [{ ticketTypeId: line.ticketTypeId, quantity: Math.min(amount.minor / line.unitTotalMinor, line.remaining) }];
}
