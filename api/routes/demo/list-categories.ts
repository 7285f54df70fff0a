import { categoryList } from '../../../src/contracts/wire/event.js';
import { categoryQuery } from '../../../src/contracts/wire/event-filters.js';
import { DEMO_VIEWER } from '../../../src/domain/viewer.js';
import { listCategories } from '../../../src/services/listings/list-categories.js';
import { demo, type Route } from '../../access.js';
import { answers } from '../../answers.js';
import { sendJson } from '../../reply.js';

/** `GET /demo/categories`: categories of the sample events, without a key. */
export const demoCategoriesRoute: Route = (app, ctx) => {
  app.get(
    '/demo/categories',
    {
      config: { access: demo },
      schema: {
        tags: ['Sandbox'],
        summary: 'List categories of the samples',
        description: 'Categories with counts of upcoming sample events, most events first.',
        querystring: categoryQuery,
        response: answers(200, categoryList, 304, 400, 429),
      },
    },
    async (request, reply) => {
      const bytes = await listCategories(ctx, DEMO_VIEWER, request.query);
      return sendJson(reply, bytes);
    },
  );
};
