import { listOffers } from '../../src/catalogue/list-offers.js';
import { type OfferList, offerList, offerListQuery } from '../../src/catalogue/offer-wire.js';
import { toOffer } from '../../src/catalogue/to-offer.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendValue } from '../http/reply.js';

const example: OfferList = {
  object: 'list',
  mode: 'test',
  offers: [
    toOffer(event, {
      createdAt: new Date('2026-10-01T09:00:00.000Z'),
      startsAt: new Date(event.starts_at ?? event.date),
      endsAt: null,
      budgetMinor: null,
      spentMinor: 0,
      salesFrom: null,
      salesUntil: null,
    }),
  ],
  next: null,
};

export const offerRoutes: Route = (app, ctx) => {
  app.get(
    '/offers',
    {
      config: { access: ACCESS.offers, document: { example } },
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
