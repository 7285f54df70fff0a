import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

const { events } = await client.events.list({ city: 'Berlin', sort: 'price', currency: 'EUR', limit: 10 });
for (const { name, tickets } of events) console.log('from', tickets.from, tickets.currency, name);
