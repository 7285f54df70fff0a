import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const [today, later] = [0, 14].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

const { events } = await client.events.list({ on_sale_from: today, on_sale_to: later });
for (const { name, tickets } of events) console.log(name, tickets.sales_from);
console.log('on sale soon', events.length);
