import { listOffers } from '../../../src/offers/list-offers.js';
import { offerList, offerListQuery } from '../../../src/offers/wire.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendValue } from '../../http/reply.js';

/** `GET /offers`: events that pay a reward now, shaped as card-linked offers. */
export const listOffersRoute: Route = (app, ctx) => {
  app.get(
    '/offers',
    {
      config: { access: keyed({ kinds: SERVER_OR_TEST, capability: 'CARD_LINKED_OFFERS' }) },
      schema: {
        tags: ['Offers'],
        summary: 'List card-linked offers',
        description:
          'The events of `GET /events?commissioned=true`, each with its reward, its limits and your tracked link. A live ' +
          'key needs the capability CARD_LINKED_OFFERS; a test key gets sample offers.',
        querystring: offerListQuery,
        response: answers(200, offerList, 304, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...filters } = request.query;
      const answer = await listOffers(ctx, request.caller, { filters, limit, cursor });
      return sendValue(reply, answer);
    },
  );
};
