import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { eventList } from '../../../src/core/wire/event.js';
import { listEvents } from '../../../src/listings/list-events.js';
import { refuseIfSimulated } from '../../../src/listings/simulate.js';
import { demoEventListQuery } from '../../../src/listings/wire.js';
import { demo, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';
import { eventListExample } from '../events/list.js';

/** `GET /demo/events`: what `/events` returns for a test key, without a key. */
export const demoEventsRoute: Route = (app, ctx) => {
  app.get(
    '/demo/events',
    {
      config: { access: demo, document: { example: eventListExample } },
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
      const { limit, cursor, simulate, ...filters } = request.query;
      refuseIfSimulated(simulate);
      const bytes = await listEvents(ctx, DEMO_VIEWER, { surface: 'demo', filters, limit, cursor, simulate });
      return sendJson(reply, bytes);
    },
  );
};
