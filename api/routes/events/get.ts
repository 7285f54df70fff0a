import { z } from 'zod';
import { singleEvent } from '../../../src/core/wire/event.js';
import { getEvent } from '../../../src/listings/get-event.js';
import { event } from '../../documents/examples/event.js';
import { ANY_KEY, keyed, type Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';

export const singleEventExample: z.infer<typeof singleEvent> = { object: 'event', mode: 'test', event };

/** `GET /events/{id}`: one event, also after it ended or was cancelled. */
export const getEventRoute: Route = (app, ctx) => {
  app.get(
    '/events/:id',
    {
      config: {
        access: keyed({ kinds: ANY_KEY, scope: 'events:details' }),
        document: { example: singleEventExample, problems: ['event_not_found', 'event_withdrawn'] },
      },
      schema: {
        tags: ['Events'],
        summary: 'Read an event',
        description:
          'Also returns events that ended or were cancelled. 410 `event_withdrawn` means the event is no longer shared: stop showing it.',
        params: z.object({ id: z.string().describe('Identifier of the event, exactly as returned.') }),
        response: answers(200, singleEvent, 304, 401, 403, 404, 410, 429),
      },
    },
    async (request, reply) => {
      const bytes = await getEvent(ctx, request.caller, { id: request.params.id });
      return sendJson(reply, bytes);
    },
  );
};
