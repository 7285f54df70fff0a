import { z } from 'zod';
import type { Event } from '../../src/core/wire/event.js';
import { getPublicEvent } from '../../src/listings/get-public-event.js';
import { open, type Route } from '../http/access.js';
import { type Html, html, sendPage } from './layout.js';

/** `GET /e/{id}`: the event's public page, which `url` of every event names. */
export const eventPageRoute: Route = (app, ctx) => {
  app.get(
    '/e/:id',
    { config: { access: open }, schema: { hide: true, params: z.object({ id: z.string() }) } },
    async (request, reply) => {
      const event = await getPublicEvent(ctx, request.params.id);
      return sendPage(reply, { title: event.name, body: eventBody(event) });
    },
  );
};

const STATUS: Partial<Record<Event['status'], string>> = {
  postponed: 'Postponed: the new date is not known yet.',
  rescheduled: 'Rescheduled: please note the new date.',
  cancelled: 'Cancelled.',
  sold_out: 'Sold out.',
  completed: 'This event is over.',
};

const ON_SALE = new Set(['available', 'limited']);

function eventBody(event: Event): Html {
  const { location, tickets, display, performers } = event;
  const { venue, address, city, country } = location;
  // An address often ends with its city.
  const place = [venue, address, city && address?.endsWith(city) ? null : city, country].filter(Boolean).join(', ');
  return html`
${event.test && html`<p class="note"><strong>Sample event.</strong> It does not take place.</p>`}
${STATUS[event.status] && html`<p class="note">${STATUS[event.status]}</p>`}
${event.image && html`<img class="banner" src="${event.image}" alt="">`}
<h1>${event.name}</h1>
<p>${display.date_label}${place && html`<br>${place}`}</p>
${performers.length > 0 && html`<p>With ${performers.map(({ name }) => name).join(', ')}</p>`}
${display.short_description && html`<p>${display.short_description}</p>`}
<p>${display.price_label}</p>
${ON_SALE.has(tickets.availability) && html`<p><a class="button" href="${tickets.buy_url}" rel="nofollow">Tickets</a></p>`}
${event.organizer.name && html`<p class="soft">Organized by ${event.organizer.name}${event.organizer.verified && ' (verified)'}</p>`}`;
}
