import { z } from 'zod';
import { getOrganizerOfEvent } from '../../src/catalogue/organizer-pages.js';
import { getEventClock } from '../../src/catalogue/show-event.js';
import type { OrganizerPages } from '../../src/catalogue/sql/organizers.js';
import { amountLabel } from '../../src/core/formats.js';
import type { EventClock } from '../../src/core/local-time.js';
import type { MessageKey } from '../../src/core/locales/en.js';
import { placeLabel } from '../../src/core/place-label.js';
import type { Event } from '../../src/core/wire/event.js';
import { getPublicEvent } from '../../src/listings/get-event.js';
import { ACCESS, type Route } from '../http/access.js';
import { eventHead } from './event-head.js';
import { banner, momentLabel } from './event-labels.js';
import { type Html, html } from './layout.js';
import { organizerBlock, type PageLanguage, parsePageLanguage, sendVisitorPage } from './visitor-page.js';

/** `GET /e/{id}`: the event's public page, which `url` of every event names. */
export const eventPageRoute: Route = (app, ctx) => {
  app.get(
    '/e/:id',
    { config: { access: ACCESS.open }, schema: { hide: true, params: z.object({ id: z.string() }) } },
    async (request, reply) => {
      const event = await getPublicEvent(ctx, request.params.id);
      const clock = await getEventClock(ctx, event.id);
      const organizer = await getOrganizerOfEvent(ctx, event.id);
      const lang = parsePageLanguage(request);
      return sendVisitorPage(ctx, reply, lang, {
        title: event.name,
        body: eventBody(event, clock, organizer, lang),
        head: eventHead(event, clock, lang, ctx.config.service.name),
        indexed: ctx.config.service.indexEventPages && !event.test,
      });
    },
  );
};

const STATUS: Partial<Record<Event['status'], MessageKey>> = {
  postponed: 'event.postponed',
  rescheduled: 'event.rescheduled',
  cancelled: 'event.cancelled',
  sold_out: 'event.sold_out',
  completed: 'event.completed',
};

const ON_SALE = new Set(['available', 'limited']);

function eventBody(event: Event, clock: EventClock, organizer: OrganizerPages | null, lang: PageLanguage): Html {
  const { t } = lang;
  const { tickets, display, performers } = event;
  const startsAt = event.starts_at === null ? null : new Date(event.starts_at);
  const place = placeLabel(event.location, lang.locale);
  const status = STATUS[event.status];
  return html`
${event.test && html`<p class="note"><strong>${t('event.test')}</strong> ${t('event.test_words')}</p>`}
${status && html`<p class="note">${t(status)}</p>`}
${banner(event.image, event.name)}
<h1>${event.name}</h1>
<p>${momentLabel({ date: event.date, startsAt, ...clock }, lang)}${place && html`<span class="line">${place}</span>`}</p>
${performers.length > 0 && html`<p>${t('event.with', { performers: performers.map(({ name }) => name).join(', ') })}</p>`}
${display.short_description && html`<p>${display.short_description}</p>`}
<p>${priceText(tickets, lang)}</p>
${ON_SALE.has(tickets.availability) && html`<p><a class="button" href="${tickets.buy_url}" rel="nofollow">${t('event.tickets')}</a></p>`}
${organizerBlock(organizer, lang, event.organizer.verified)}`;
}

function priceText({ from, to, currency }: Event['tickets'], { t, locale }: PageLanguage): string {
  if (from === null || currency === null) return t('event.price_unknown');
  if (from === 0 && (to ?? 0) === 0) return t('event.free');
  if (from === 0) return t('event.price_free_to', { price: amountLabel(to ?? 0, currency, locale) });
  const price = amountLabel(from, currency, locale);
  return t(to === null || to === from ? 'event.price' : 'event.price_from', { price });
}
