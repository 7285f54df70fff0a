import { z } from 'zod';
import { certificateNotices } from '../../../src/listings/notices.js';
import { listTicketTypes } from '../../../src/orders/list-ticket-types.js';
import { type TicketType, ticketTypeList } from '../../../src/orders/wire.js';
import { event } from '../../documents/examples/event.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';

const standard: TicketType = {
  id: 'tkt_test_berlin_jazz_night_standard',
  name: 'Standard',
  price: 28,
  total_per_ticket: 30.5,
  currency: 'EUR',
  max_per_order: 20,
  available: true,
  sales: 'open',
};

const example: z.infer<typeof ticketTypeList> = {
  object: 'list',
  mode: 'test',
  event_id: event.id,
  ticket_types: [standard],
};

/** `GET /events/{id}/tickets`: the paid ticket types of one event, with the all-in price to show. */
export const eventTicketsRoute: Route = (app, ctx) => {
  app.get(
    '/events/:id/tickets',
    {
      config: {
        access: keyed({ kinds: SERVER_OR_TEST, capability: 'EMBEDDED_CHECKOUT' }),
        document: { example, problems: ['event_not_found', 'payments_unavailable'] },
      },
      schema: {
        tags: ['Orders'],
        summary: 'List the ticket types of an event',
        description: 'Free tickets are not sold through orders: send the visitor to the event’s `buy_url`.',
        params: z.object({ id: z.string().describe('Identifier of the event, exactly as returned.') }),
        response: answers(200, ticketTypeList, 304, 401, 403, 404, 429, 503),
      },
    },
    async (request) => {
      const { mode } = request.caller;
      const { eventId, ticketTypes } = await listTicketTypes(ctx, {
        caller: request.caller,
        eventId: request.params.id,
      });
      const notices = certificateNotices(ctx, request.caller);
      return {
        object: 'list' as const,
        mode,
        event_id: eventId,
        ticket_types: ticketTypes,
        ...(notices.length > 0 && { notices }),
      };
    },
  );
};
