import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { locationList } from '../../../src/core/wire/event.js';
import { listLocations } from '../../../src/listings/list-locations.js';
import { locationQuery } from '../../../src/listings/wire.js';
import { demo, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';
import { locationListExample } from '../locations/list.js';

/** `GET /demo/locations`: cities of the sample events, without a key. */
export const demoLocationsRoute: Route = (app, ctx) => {
  app.get(
    '/demo/locations',
    {
      config: { access: demo, document: { example: locationListExample } },
      schema: {
        tags: ['Sandbox'],
        summary: 'List cities of the samples',
        description: 'Cities with the number of upcoming sample events, most events first.',
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
