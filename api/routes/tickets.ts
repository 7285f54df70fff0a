import { z } from 'zod';
import { certificateNotices } from '../../src/core/certificate-notices.js';
import { listTicketTypes, listTicketTypesOfEvents } from '../../src/orders/ticket-types.js';
import {
  type EventTicketsList,
  eventTicketsList,
  type TicketType,
  ticketTypeList,
  ticketTypesQuery,
} from '../../src/orders/wire.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';

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

const eventTicketsExample: EventTicketsList = {
  object: 'list',
  mode: 'test',
  events: [{ event_id: event.id, ticket_types: [standard] }],
  missing: [],
  unavailable: [],
};

export const ticketRoutes: Route = (app, ctx) => {
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
      const { caller, params } = request;
      const ticketTypes = await listTicketTypes(ctx, { caller, eventId: params.id });
      const notices = certificateNotices(caller, ctx.clock.now());
      return {
        object: 'list' as const,
        mode: caller.mode,
        event_id: params.id,
        ticket_types: ticketTypes,
        ...(notices.length > 0 && { notices }),
      };
    },
  );

  app.get(
    '/tickets',
    {
      config: {
        access: ACCESS.checkout,
        document: { example: eventTicketsExample, problems: ['payments_unavailable'] },
      },
      schema: {
        tags: ['Orders'],
        summary: 'List the ticket types of several events',
        description:
          'What `GET /events/{id}/tickets` returns, for up to 20 events in one call. Each id is in exactly one of `events`, ' +
          '`missing` and `unavailable`.',
        querystring: ticketTypesQuery,
        response: answers(200, eventTicketsList, 304, 400, 401, 403, 429, 503),
      },
    },
    async (request) => {
      const { caller } = request;
      const list = await listTicketTypesOfEvents(ctx, { caller, eventIds: request.query.event_ids });
      const notices = certificateNotices(caller, ctx.clock.now());
      return { object: 'list' as const, mode: caller.mode, ...list, ...(notices.length > 0 && { notices }) };
    },
  );
};
