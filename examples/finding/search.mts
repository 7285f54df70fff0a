import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

const { events } = await client.events.list({ q: 'jazz berl', limit: 10 });
for (const { name, location, display } of events) console.log('found', name, location.city, display.date_label);
