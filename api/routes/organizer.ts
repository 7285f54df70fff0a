import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../src/platform/context/context.js';
import { checkTicket } from '../../src/tickets/check-ticket.js';
import { knownOrganizerKey } from '../../src/tickets/organizer-keys.js';
import type { OrganizerKeyRow } from '../../src/tickets/sql/organizer-keys.js';
import { ACCESS, type Route } from '../http/access.js';
import { bearer, keyMissing, unauthorized } from '../plugins/authenticate.js';

const body = z.strictObject({
  code: z.string().min(1).max(100),
  event_id: z.string().min(1).max(60).optional(),
});

export const organizerRoutes: Route = (app, ctx) => {
  // `POST /organizer/tickets/check`: a ticket at the door, with an organizer's key. Not part of the partners' API
  // (docs/tickets.md).
  app.post(
    '/organizer/tickets/check',
    { config: { access: ACCESS.organizer }, schema: { hide: true, body } },
    async (request, reply) => {
      const key = await findOrganizerKey(ctx, request);
      const { code, event_id: eventId = null } = request.body;
      const check = await checkTicket(ctx, { organizerId: key.organizerId, keyId: key.id, code, eventId });
      const { result, ticket, usedAt, reason } = check;
      return reply.header('Cache-Control', 'no-store').send({
        object: 'ticket_check',
        result,
        ticket: ticket && {
          id: ticket.id,
          order_id: ticket.orderId,
          event_id: ticket.eventId,
          position: ticket.position,
          type: ticket.type,
        },
        used_at: usedAt?.toISOString() ?? null,
        reason,
      });
    },
  );
};

/** @throws {ProblemError} 401 `key_missing`, `key_invalid`, `key_revoked`. */
async function findOrganizerKey(ctx: Context, { headers }: FastifyRequest): Promise<OrganizerKeyRow> {
  const presented = bearer(headers.authorization);
  if (presented === null) throw keyMissing(headers.authorization);
  const key = await knownOrganizerKey(ctx, presented);
  if (!key) throw unauthorized('key_invalid');
  if (key.revokedAt !== null) throw unauthorized('key_revoked');
  return key;
}
