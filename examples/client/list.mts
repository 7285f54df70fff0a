import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

for await (const event of client.events.list({ near: 'Berlin,DE', commissioned: true })) {
  console.log(event.display.date_label, event.name, event.tickets.buy_url);
}
