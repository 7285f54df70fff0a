import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import { listTickets, type TicketRow } from './sql/tickets.js';

/** A ticket with the code its QR code says. */
export type OpenTicket = Omit<TicketRow, 'code'> & { code: string };

/** The code of a ticket. @throws {SecretUnopened} when no key opens it. */
export function openCode(ctx: Context, { id, code }: Pick<TicketRow, 'id' | 'code'>): string {
  return openSecret(openingKeys(ctx), { field: 'tickets.code', owner: id }, code).secret;
}

/** The tickets of an order with their codes, in the order of their positions. */
export async function openTickets(ctx: Context, sql: Queryable, orderId: Id<'order'>): Promise<OpenTicket[]> {
  return (await listTickets(sql, orderId)).map((row) => ({ ...row, code: openCode(ctx, row) }));
}
