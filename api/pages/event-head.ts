import { clockOffset, type EventClock, isoAt } from '../../src/core/local-time.js';
import { placeLabel } from '../../src/core/place-label.js';
import type { Event } from '../../src/core/wire/event.js';
import { Html, html } from './layout.js';
import type { PageLanguage } from './visitor-page.js';

/** What other programs read of an event's page: Open Graph for previews of links, JSON-LD for search engines. */
export function eventHead(event: Event, clock: EventClock, lang: PageLanguage, serviceName: string): Html {
  const { display, location } = event;
  const description = [display.date_label, placeLabel(location, lang.locale), display.short_description]
    .filter(Boolean)
    .join(' · ');
  const properties: [string, string | null][] = [
    ['og:type', 'website'],
    ['og:site_name', serviceName],
    ['og:title', event.name],
    ['og:url', event.url],
    ['og:description', description],
    ['og:image', event.image],
    ['og:locale', lang.locale.replace('-', '_')],
  ];
  return html`<link rel="canonical" href="${event.url}">
<meta name="description" content="${description}">
${properties.map(([name, value]) => value !== null && html`<meta property="${name}" content="${value}">\n`)}
<script type="application/ld+json">${data(eventData(event, clock))}</script>`;
}

/** JSON inside a script element: nothing in it can end the element. */
function data(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

const STATUS: Partial<Record<Event['status'], string>> = {
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
};
const AVAILABILITY: Partial<Record<Event['tickets']['availability'], string>> = {
  available: 'InStock',
  limited: 'LimitedAvailability',
  sold_out: 'SoldOut',
};

/** The event in the words of schema.org, with local times and their offsets. */
function eventData(event: Event, clock: EventClock): Record<string, unknown> {
  const { tickets, organizer, performers } = event;
  const availability = AVAILABILITY[tickets.availability];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    url: event.url,
    startDate: event.starts_at === null ? event.date : localTime(event.starts_at, clock),
    endDate: event.ends_at === null ? undefined : lastMoment(event.ends_at, event, clock),
    eventStatus: `https://schema.org/${STATUS[event.status] ?? 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${clock.online ? 'Online' : 'Offline'}EventAttendanceMode`,
    image: event.image === null ? undefined : [event.image],
    description: event.display.short_description ?? undefined,
    // The page says where the stream is, or sells the tickets that do.
    location: clock.online ? { '@type': 'VirtualLocation', url: event.url } : placeData(event.location),
    organizer: organizer.name === null ? undefined : { '@type': 'Organization', name: organizer.name },
    performer: performers.length > 0 ? performers.map(({ name }) => ({ '@type': 'PerformingGroup', name })) : undefined,
    offers:
      tickets.from === null || tickets.currency === null
        ? undefined
        : {
            '@type': 'AggregateOffer',
            url: tickets.buy_url,
            lowPrice: tickets.from,
            highPrice: tickets.to ?? undefined,
            priceCurrency: tickets.currency,
            availability: availability && `https://schema.org/${availability}`,
          },
  };
}

function placeData({ venue, address, city, country, lat, lng }: Event['location']): Record<string, unknown> {
  return {
    '@type': 'Place',
    name: venue ?? city ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address ?? undefined,
      addressLocality: city ?? undefined,
      addressCountry: country ?? undefined,
    },
    geo: lat === null || lng === null ? undefined : { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
  };
}

function localTime(instant: string, clock: EventClock): string {
  const at = new Date(instant);
  return isoAt(at, clockOffset(at, clock));
}

/** Events of whole days end with a day, as they begin with one. */
function lastMoment(endsAt: string, { starts_at: startsAt }: Event, clock: EventClock): string {
  const local = localTime(endsAt, clock);
  return startsAt === null ? local.slice(0, 10) : local;
}
