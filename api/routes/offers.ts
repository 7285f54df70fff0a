import { listOffers } from '../../src/catalogue/list-offers.js';
import { type OfferList, offerList, offerListQuery } from '../../src/catalogue/offer-wire.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { sendValue } from '../http/reply.js';

const example: OfferList = {
  object: 'list',
  mode: 'test',
  offers: [
    {
      object: 'offer',
      id: 'ofr_test_berlin_jazz_night',
      event_id: event.id,
      title: event.name,
      merchant: {
        name: event.organizer.name,
        merchant_of_record: 'organizer',
        statement_descriptor: null,
        verified: event.organizer.verified,
      },
      destination: event.location,
      eligible: {
        purchase_from: '2026-10-01',
        purchase_until: event.date,
        event_date: event.date,
        starts_at: event.starts_at,
      },
      price: { from: event.tickets.from, to: event.tickets.to, currency: event.tickets.currency },
      reward: {
        kind: 'flat',
        amount: 3,
        currency: 'EUR',
        description: '€3.00 for each ticket sold',
        funded_by: 'organizer',
        paid_to: 'partner',
      },
      limits: { budget_remaining: null, orders_remaining: null },
      rules: ['Each ticket that costs something earns €3.00.', 'Free tickets earn nothing.'],
      activation: { method: 'link', url: event.tickets.buy_url },
      matching: {
        link_attribution: true,
        card_transactions: false,
        note: 'A sale is matched by the link that led to it; card transactions are not matched.',
      },
      settlement: {
        report: '/v1/earnings',
        webhook: 'earnings.changed',
        available: 'Approved 48 hours after the event has ended, ready 7 days later.',
      },
      commercial_model: 'CARD_LINKED',
      event_url: event.url,
      test: true,
      updated_at: event.updated_at,
    },
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
