import { z } from 'zod';
import { DEMO_VIEWER } from '../../src/core/viewer.js';
import { categoryList, eventList, locationList, singleEvent } from '../../src/core/wire/event.js';
import { listCategories, listLocations } from '../../src/listings/counts.js';
import { getEvent } from '../../src/listings/get-event.js';
import { listEvents } from '../../src/listings/list-events.js';
import { refuseIfSimulated } from '../../src/listings/simulate.js';
import { categoryQuery, demoEventListQuery, localeShape, locationQuery, simulate } from '../../src/listings/wire.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendJson } from '../http/reply.js';
import { categoryListExample } from './categories.js';
import { eventListExample, singleEventExample } from './events.js';
import { locationListExample } from './locations.js';

export const demoRoutes: Route = (app, ctx) => {
  app.get(
    '/demo/events',
    {
      config: { access: ACCESS.demo, document: { example: eventListExample } },
      schema: {
        tags: ['Sandbox'],
        summary: 'List sample events',
        description:
          'Sample events without a key. `simulate` gives every sample event a status, or returns a 401 or 429 error.',
        querystring: demoEventListQuery,
        response: answers(200, eventList, 304, 400, 401, 429),
      },
    },
    async (request, reply) => {
      const { limit, cursor, simulate, locale, ...filters } = request.query;
      refuseIfSimulated(simulate);
      const bytes = await listEvents(ctx, DEMO_VIEWER, {
        surface: 'demo',
        filters,
        limit,
        cursor,
        shown: { locale, simulate },
      });
      return sendJson(reply, bytes);
    },
  );

  app.get(
    '/demo/events/:id',
    {
      config: { access: ACCESS.demo, document: { example: singleEventExample, problems: ['event_not_found'] } },
      schema: {
        tags: ['Sandbox'],
        summary: 'Read a sample event',
        description: 'Ids of sample events begin with `evt_test_`. Any other id returns 404 `event_not_found`.',
        params: z.object({ id: z.string().describe('Identifier of a sample event: it begins with `evt_test_`.') }),
        querystring: z.object({ ...localeShape, simulate: simulate.optional() }),
        response: answers(200, singleEvent, 304, 400, 401, 404, 429),
      },
    },
    async (request, reply) => {
      refuseIfSimulated(request.query.simulate);
      const bytes = await getEvent(ctx, DEMO_VIEWER, { ...request.query, id: request.params.id });
      return sendJson(reply, bytes);
    },
  );

  app.get(
    '/demo/categories',
    {
      config: { access: ACCESS.demo, document: { example: categoryListExample } },
      schema: {
        tags: ['Sandbox'],
        summary: 'List categories of the samples',
        description: 'Categories with the number of upcoming sample events, most events first.',
        querystring: categoryQuery,
        response: answers(200, categoryList, 304, 400, 429),
      },
    },
    async (request, reply) => {
      const bytes = await listCategories(ctx, DEMO_VIEWER, request.query);
      return sendJson(reply, bytes);
    },
  );

  app.get(
    '/demo/locations',
    {
      config: { access: ACCESS.demo, document: { example: locationListExample } },
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
