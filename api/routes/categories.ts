import type { z } from 'zod';
import { categoryList } from '../../src/core/wire/event.js';
import { listCategories } from '../../src/listings/counts.js';
import { categoryQuery } from '../../src/listings/wire.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendJson } from '../http/reply.js';

export const categoryListExample: z.infer<typeof categoryList> = {
  object: 'list',
  mode: 'live',
  categories: [{ id: 'music', name: 'Music', events: 214 }],
};

export const categoryRoutes: Route = (app, ctx) => {
  app.get(
    '/categories',
    {
      config: { access: ACCESS.listing, document: { example: categoryListExample } },
      schema: {
        tags: ['Events'],
        summary: 'List categories',
        description:
          'Categories with the number of upcoming events that `/events` lists for the key, most events first.',
        querystring: categoryQuery,
        response: answers(200, categoryList, 304, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const bytes = await listCategories(ctx, request.caller, request.query);
      return sendJson(reply, bytes);
    },
  );
};
