import { locationList } from '../../../src/contracts/wire/event.js';
import { locationQuery } from '../../../src/contracts/wire/event-filters.js';
import { listLocations } from '../../../src/services/listings/list-locations.js';
import { ANY_KEY, keyed, type Route } from '../../access.js';
import { answers } from '../../answers.js';
import { sendJson } from '../../reply.js';

/** `GET /locations`: cities with their numbers of upcoming events. */
export const listLocationsRoute: Route = (app, ctx) => {
  app.get(
    '/locations',
    {
      config: { access: keyed({ kinds: ANY_KEY, scope: 'events:read' }) },
      schema: {
        tags: ['Events'],
        summary: 'List cities',
        description: 'Cities with counts of the upcoming events that `/events` lists for the key, most events first.',
        querystring: locationQuery,
        response: answers(200, locationList, 304, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const bytes = await listLocations(ctx, request.caller, request.query);
      return sendJson(reply, bytes);
    },
  );
};
