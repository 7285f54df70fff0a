import { locationList } from '../../../src/contracts/wire/event.js';
import { locationQuery } from '../../../src/contracts/wire/event-filters.js';
import { DEMO_VIEWER } from '../../../src/domain/viewer.js';
import { listLocations } from '../../../src/services/listings/list-locations.js';
import { demo, type Route } from '../../access.js';
import { answers } from '../../answers.js';
import { sendJson } from '../../reply.js';

/** `GET /demo/locations`: cities of the sample events, without a key. */
export const demoLocationsRoute: Route = (app, ctx) => {
  app.get(
    '/demo/locations',
    {
      config: { access: demo },
      schema: {
        tags: ['Sandbox'],
        summary: 'List cities of the samples',
        description: 'Cities with counts of upcoming sample events, most events first.',
        querystring: locationQuery,
        response: answers(200, locationList, 304, 400, 429),
      },
    },
    async (request, reply) => {
      const bytes = await listLocations(ctx, DEMO_VIEWER, request.query);
      return sendJson(reply, bytes);
    },
  );
};
