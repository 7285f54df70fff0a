import { z } from 'zod';
import { singleEvent } from '../../../src/contracts/wire/event.js';
import { simulate } from '../../../src/contracts/wire/event-filters.js';
import { DEMO_VIEWER } from '../../../src/domain/viewer.js';
import { getEvent } from '../../../src/services/listings/get-event.js';
import { refuseIfSimulated } from '../../../src/services/listings/simulate.js';
import { demo, type Route } from '../../access.js';
import { answers } from '../../answers.js';
import { sendJson } from '../../reply.js';

/** `GET /demo/events/{id}`: one sample event, without a key. */
export const demoEventRoute: Route = (app, ctx) => {
  app.get(
    '/demo/events/:id',
    {
      config: { access: demo },
      schema: {
        tags: ['Sandbox'],
        summary: 'Read a sample event',
        description: 'Ids of sample events begin with `evt_test_`; any other answers 404 `event_not_found`.',
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
