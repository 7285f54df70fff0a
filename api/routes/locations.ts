import type { z } from 'zod';
import { locationList } from '../../src/core/wire/event.js';
import { listLocations } from '../../src/listings/counts.js';
import { locationQuery } from '../../src/listings/wire.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendJson } from '../http/reply.js';

export const locationListExample: z.infer<typeof locationList> = {
  object: 'list',
  mode: 'live',
  locations: [{ city: 'Berlin', country: 'DE', events: 87 }],
};

export const locationRoutes: Route = (app, ctx) => {
  app.get(
    '/locations',
    {
      config: { access: ACCESS.listing, document: { example: locationListExample } },
      schema: {
        tags: ['Events'],
        summary: 'List cities',
        description: 'Cities with the number of upcoming events that `/events` lists for the key, most events first.',
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
