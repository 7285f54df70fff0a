import { eventList } from '../../../src/contracts/wire/event.js';
import { demoEventListQuery } from '../../../src/contracts/wire/event-filters.js';
import { DEMO_VIEWER } from '../../../src/domain/viewer.js';
import { listEvents } from '../../../src/services/listings/list-events.js';
import { refuseIfSimulated } from '../../../src/services/listings/simulate.js';
import { demo, type Route } from '../../access.js';
import { answers } from '../../answers.js';
import { sendJson } from '../../reply.js';

/** `GET /demo/events`: what `/events` answers a test key, without a key. */
export const demoEventsRoute: Route = (app, ctx) => {
  app.get(
    '/demo/events',
    {
      config: { access: demo },
      schema: {
        tags: ['Sandbox'],
        summary: 'List sample events',
        description:
          'Sample events without a key. `simulate` lays a status over every one of them, or answers as a wrong key or ' +
          'a spent limit would be answered.',
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
