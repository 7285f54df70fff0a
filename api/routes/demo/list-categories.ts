import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { categoryList } from '../../../src/core/wire/event.js';
import { listCategories } from '../../../src/listings/list-categories.js';
import { categoryQuery } from '../../../src/listings/wire.js';
import { demo, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';
import { categoryListExample } from '../categories/list.js';

/** `GET /demo/categories`: categories of the sample events, without a key. */
export const demoCategoriesRoute: Route = (app, ctx) => {
  app.get(
    '/demo/categories',
    {
      config: { access: demo, document: { example: categoryListExample } },
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
};
