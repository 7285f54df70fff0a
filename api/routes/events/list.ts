import type { z } from 'zod';
import { eventList } from '../../../src/core/wire/event.js';
import { listEvents } from '../../../src/listings/list-events.js';
import { eventListQuery } from '../../../src/listings/wire.js';
import { event } from '../../documents/examples/event.js';
import { ANY_KEY, keyed, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';

export const eventListExample: z.infer<typeof eventList> = {
  object: 'list',
  mode: 'test',
  events: [event],
  next: null,
};

/** `GET /events`: upcoming events the key may show, or with `changed_since` all that changed. */
export const listEventsRoute: Route = (app, ctx) => {
  app.get(
    '/events',
    {
      config: { access: keyed({ kinds: ANY_KEY, scope: 'events:read' }), document: { example: eventListExample } },
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
};
