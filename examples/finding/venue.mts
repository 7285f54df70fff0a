import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

const { event } = await client.events.get('evt_test_berlin_jazz_night');
const [performer] = event.performers;
const here = await client.events.list({ venue_id: event.location.venue_id ?? '' });
console.log(
  'here',
  here.events.map(({ name }) => name),
);
const on = await client.events.list({ performer_id: performer?.id ?? '' });
console.log(
  'with',
  performer?.name,
  on.events.map(({ name }) => name),
);
