import type { TicketCount } from '../../catalogue/sql/stock.js';
import { fragment } from '../../platform/database/fragment.js';

export interface OrderLine extends TicketCount {
  /** For one ticket, fees and tax included. */
  unitTotalMinor: number;
}

/** SQL of the lines of an order as a JSON array of {@link OrderLine}. They never change, so no lock is needed. @param order its id. */
export const linesOf = (order: string) => fragment`
  (SELECT json_agg(json_build_object('ticketTypeId', l.ticket_type_id, 'quantity', l.quantity, 'unitTotalMinor', l.unit_total_minor) ORDER BY l.position)
   FROM order_lines l WHERE l.order_id = ${order}) AS lines`;
