const { API, KEY } = process.env;
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
const response = await fetch(`${API}/orders`, {
  method: 'POST',
  headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
  body: JSON.stringify({
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 2,
    buyer_name: 'Ada',
    buyer_email: 'ada@example.com',
    sub_id: 'quickstart',
  }),
});
if (!response.ok) throw new Error(await response.text());
const order = await response.json();
console.log(order.id, order.total, order.currency, order.checkout_url);
