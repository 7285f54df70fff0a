const { API, KEY } = process.env;
const headers = { Authorization: `Bearer ${KEY}` };
const response = await fetch(`${API}/events?limit=2`, { headers });
if (!response.ok) throw new Error(await response.text());
const { events } = await response.json();
for (const { date, name, tickets } of events) console.log(date, name, tickets.buy_url);
