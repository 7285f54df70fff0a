import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

// The first page.
const first = await client.events.list({ limit: 2 });
console.log(first.events.length, first.next !== null);

// Every item, page after page.
for await (const { city, events } of client.locations.list()) console.log(city, events);

// Page by page, or up to a number of items.
for await (const page of client.events.list({ limit: 50 }).pages()) console.log(page.events.length);
console.log((await client.events.list().toArray({ limit: 10 })).length);
