import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

const { categories } = await client.categories.list({ locale: 'de' });
for (const { id, name, events } of categories) console.log(`${name} (${events})`, `category=${id}`);

const { events } = await client.events.list({ locale: 'de', limit: 3 });
for (const { name, display } of events) console.log(name, display.date_label, display.price_label);
