import { z } from 'zod';
import { eventList, singleEvent } from '../../src/core/wire/event.js';
import { getEvent } from '../../src/listings/get-event.js';
import { listEvents } from '../../src/listings/list-events.js';
import { certificateNotices } from '../../src/listings/notices.js';
import { eventListQuery } from '../../src/listings/wire.js';
import { listTicketTypes } from '../../src/orders/ticket-types.js';
import { type TicketType, ticketTypeList } from '../../src/orders/wire.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendJson } from '../http/reply.js';

export const eventListExample: z.infer<typeof eventList> = {
  object: 'list',
  mode: 'test',
  events: [event],
  next: null,
};

export const singleEventExample: z.infer<typeof singleEvent> = { object: 'event', mode: 'test', event };

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

const ticketTypesExample: z.infer<typeof ticketTypeList> = {
  object: 'list',
  mode: 'test',
  event_id: event.id,
  ticket_types: [standard],
};

export const eventRoutes: Route = (app, ctx) => {
  // `GET /events`: upcoming events the key may show, or with `changed_since` all that changed.
  app.get(
    '/events',
    {
      config: { access: ACCESS.listing, document: { example: eventListExample } },
      schema: {
        tags: ['Events'],
        summary: 'List events',
        description:
          'Upcoming events that the key may show, soonest first. With `changed_since`, every event that changed after that ' +
          'time, including ended and cancelled ones, and in `withdrawn` those to take down. A cursor remembers its ' +
          'filters. Send it alone or with a new `limit`; any other filter returns 400.',
        querystring: eventListQuery,
        response: answers(200, eventList, 304, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...filters } = request.query;
      const bytes = await listEvents(ctx, request.caller, { surface: 'events', filters, limit, cursor });
      return sendJson(reply, bytes);
    },
  );

  // `GET /events/{id}`: one event, also after it ended or was cancelled.
  app.get(
    '/events/:id',
    {
      config: {
        access: ACCESS.event,
        document: { example: singleEventExample, problems: ['event_not_found', 'event_withdrawn'] },
      },
      schema: {
        tags: ['Events'],
        summary: 'Read an event',
        description:
          'Also returns events that ended or were cancelled. 410 `event_withdrawn` means the event is no longer shared: stop showing it.',
        params: z.object({ id: z.string().describe('Identifier of the event, exactly as returned.') }),
        response: answers(200, singleEvent, 304, 401, 403, 404, 410, 429),
      },
    },
    async (request, reply) => {
      const bytes = await getEvent(ctx, request.caller, { id: request.params.id });
      return sendJson(reply, bytes);
    },
  );

  // `GET /events/{id}/tickets`: the paid ticket types of one event, with the all-in price to show.
  app.get(
    '/events/:id/tickets',
    {
      config: {
        access: ACCESS.checkout,
        document: { example: ticketTypesExample, problems: ['event_not_found', 'payments_unavailable'] },
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
