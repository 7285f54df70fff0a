import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const events = new Map();
let position = '1970-01-01T00:00:00Z';

const changes = client.events.changes(position);
for await (const batch of changes.batches()) {
  // In a database, do this in one transaction: apply the changes and store the position.
  for (const { event, withdrawn } of batch.changes) {
    if (event) events.set(event.id, event);
    else events.delete(withdrawn.id);
  }
  position = batch.position;
}
console.log(events.size, 'events, up to', position);
