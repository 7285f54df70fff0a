import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const cart = ['evt_test_berlin_jazz_night', 'evt_test_london_comedy_cellar'];

const { events, missing, unavailable } = await client.tickets.list({ event_ids: cart });
for (const { event_id, ticket_types } of events) {
  for (const { name, total_per_ticket, currency } of ticket_types)
    console.log(event_id, name, total_per_ticket, currency);
}
console.log('not for sale here', missing.length + unavailable.length);
