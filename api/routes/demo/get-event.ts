import { z } from 'zod';
import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { singleEvent } from '../../../src/core/wire/event.js';
import { getEvent } from '../../../src/listings/get-event.js';
import { refuseIfSimulated } from '../../../src/listings/simulate.js';
import { simulate } from '../../../src/listings/wire.js';
import { demo, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';
import { singleEventExample } from '../events/get.js';

/** `GET /demo/events/{id}`: one sample event, without a key. */
export const demoEventRoute: Route = (app, ctx) => {
  app.get(
    '/demo/events/:id',
    {
      config: { access: demo, document: { example: singleEventExample, problems: ['event_not_found'] } },
      schema: {
        tags: ['Sandbox'],
        summary: 'Read a sample event',
        description: 'Ids of sample events begin with `evt_test_`. Any other id returns 404 `event_not_found`.',
        params: z.object({ id: z.string().describe('Identifier of a sample event: it begins with `evt_test_`.') }),
        querystring: z.object({ simulate: simulate.optional() }),
        response: answers(200, singleEvent, 304, 400, 401, 404, 429),
      },
    },
    async (request, reply) => {
      refuseIfSimulated(request.query.simulate);
      const bytes = await getEvent(ctx, DEMO_VIEWER, { id: request.params.id, simulate: request.query.simulate });
      return sendJson(reply, bytes);
    },
  );
};
