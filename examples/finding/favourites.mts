import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const favourites = ['evt_test_london_comedy_cellar', 'evt_test_berlin_jazz_night', 'evt_gone'];

const { events, missing = [], withdrawn = [] } = await client.events.list({ ids: favourites });
for (const { name, status, tickets } of events) console.log(name, status, tickets.availability);
console.log('remove', [...missing, ...withdrawn.map(({ id }) => id)]);
