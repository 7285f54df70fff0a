import { z } from 'zod';
import { eventList, singleEvent } from '../../src/core/wire/event.js';
import { getEvent } from '../../src/listings/get-event.js';
import { listEvents, listEventsById } from '../../src/listings/list-events.js';
import { eventListQuery, localeShape } from '../../src/listings/wire.js';
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

export const eventRoutes: Route = (app, ctx) => {
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
          'filters. Send it alone or with a new `limit`; any other filter returns 400. With `ids`, the events you name, and in ' +
          '`missing` and `withdrawn` the ids that are none you may show.',
        querystring: eventListQuery,
        response: answers(200, eventList, 304, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const { limit, cursor, ids, locale, ...filters } = request.query;
      const bytes = ids
        ? await listEventsById(ctx, request.caller, { ids, locale })
        : await listEvents(ctx, request.caller, { surface: 'events', filters, limit, cursor, shown: { locale } });
      return sendJson(reply, bytes);
    },
  );

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
        querystring: z.object(localeShape),
        response: answers(200, singleEvent, 304, 400, 401, 403, 404, 410, 429),
      },
    },
    async (request, reply) => {
      const bytes = await getEvent(ctx, request.caller, { ...request.query, id: request.params.id });
      return sendJson(reply, bytes);
    },
  );
};
