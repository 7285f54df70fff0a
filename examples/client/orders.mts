import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const orders = new Map();
let position = '1970-01-01T00:00:00Z';

const changes = client.orders.changes(position);
for await (const batch of changes.batches()) {
  // In a database, do this in one transaction: store the orders and the position.
  for (const order of batch.orders) {
    const known = orders.get(order.id);
    if (!known || order.version > known.version) orders.set(order.id, order);
  }
  position = batch.position;
}
console.log(orders.size, 'orders, up to', position);
