// @ts-check
import { PartnerEvents, ProblemError } from '@partner-events/client';

// A website key may stand in a page: it works from your domains alone. The server of this example fills both in.
const { baseUrl, key } = await (await fetch('/settings.json')).json();
const client = new PartnerEvents({ baseUrl, key });

const list = /** @type {HTMLUListElement} */ (document.querySelector('ul'));
const status = /** @type {HTMLElement} */ (document.querySelector('[role=status]'));
const city = /** @type {HTMLSelectElement} */ (document.querySelector('select'));
let shown = new AbortController();

async function show() {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  list.replaceChildren();
  status.textContent = 'Loading …';
  try {
    const events = await client.events
      .list({ city: city.value || undefined, limit: 20 }, { signal })
      .toArray({ limit: 40 });
    list.replaceChildren(...events.map(itemOf));
    status.textContent = `${events.length} events`;
    client.signals.track({ type: 'impression', key, shown: events.length }).catch(() => {});
  } catch (error) {
    if (signal.aborted) return;
    status.textContent = error instanceof ProblemError ? error.detail : 'No events could be loaded. Try again later.';
  }
}

/** @param {import('@partner-events/client').Event} event */
function itemOf({ id, name, display, location, tickets }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const buy = new URL(tickets.buy_url);
  // Your own click id: it comes back on the earning.
  buy.searchParams.set('sub_id', `list-page.${Date.now()}`);
  link.href = buy.href;
  link.textContent = name;
  link.addEventListener('click', () => {
    client.signals.track({ type: 'event_click', key, event_id: id }).catch(() => {});
  });
  item.append(link, document.createElement('br'), [display.date_label, location.city, display.price_label].join(' · '));
  return item;
}

for await (const place of client.locations.list()) {
  city.append(new Option(`${place.city} (${place.events})`, place.city));
}
city.addEventListener('change', show);
await show();
