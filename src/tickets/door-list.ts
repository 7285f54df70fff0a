import { findEventStatus } from '../catalogue/sql/events.js';
import { csvFile, plain } from '../core/csv.js';
import type { Id } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { openCode } from './open-tickets.js';
import { formatTicketCode } from './rules/ticket-code.js';
import { type DoorListRow, pageDoorList } from './sql/door.js';

/** A ticket with its code. */
export type DoorListLine = Omit<DoorListRow, 'code'> & { code: string };

const PAGE = 500;

/**
 * Every ticket of an event with its code and the name it was ordered in, for a door without a network. The audit log
 * records who exported it, and nothing of its content.
 *
 * @throws {ProblemError} `event_not_found`.
 */
export async function* doorList(ctx: Context, eventId: Id<'event'>): AsyncGenerator<DoorListLine[]> {
  if ((await findEventStatus(ctx.sql, eventId)) === null) {
    throw new ProblemError('event_not_found', { detail: `There is no event ${eventId}.` });
  }
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'tickets.door_list', objectId: eventId }));
  for (let after = { orderId: '', position: 0 }; ; ) {
    const rows = await pageDoorList(ctx.sql, eventId, after, PAGE);
    yield rows.map((row) => ({ ...row, code: openCode(ctx, { id: row.ticketId, code: row.code }) }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { orderId: last.orderId, position: last.position };
  }
}

/** A door list as a file for people. */
export const DOOR_LIST_CSV = csvFile<DoorListLine>('people', [
  ['code', ({ code }) => plain(formatTicketCode(code))],
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['state', ({ state }) => state],
  ['used_at', ({ usedAt }) => plain(usedAt?.toISOString() ?? null)],
  ['order_id', ({ orderId }) => orderId],
  ['position', ({ position }) => position],
  ['ticket_id', ({ ticketId }) => ticketId],
]);
