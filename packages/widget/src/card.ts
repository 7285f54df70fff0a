import type { Event } from './api.ts';
import { make } from './dom.ts';
import type { Texts } from './texts.ts';

/** The parameter of a buy link comes back with the sale: 1 to 100 of these characters. */
const SUB_ID = /^[A-Za-z0-9._~-]{1,100}$/;

export interface CardOptions {
  texts: Texts;
  subId: string | null;
  /** Where links open: `_blank` for another tab. */
  target: string | null;
  /** The level of the name's heading, 2 to 6. */
  headingLevel: number;
  onBuy: (event: Event) => void;
}

/** The buy link exactly as given, with the partner's own id of the click. */
function buyUrl(event: Event, subId: string | null): string {
  const given = event.tickets.buy_url;
  if (subId === null || !SUB_ID.test(subId)) return given;
  return `${given}${given.includes('?') ? '&' : '?'}sub_id=${encodeURIComponent(subId)}`;
}

/** Links lead to web pages alone, whatever an answer says. */
const isWeb = (url: string): boolean => /^https?:/.test(url);

function buyLink(event: Event, { texts, subId, target, onBuy }: CardOptions): HTMLElement {
  const { availability } = event.tickets;
  const url = buyUrl(event, subId);
  if ((availability !== 'available' && availability !== 'limited') || !isWeb(url)) {
    return make('span', { part: 'unavailable' }, availability === 'sold_out' ? texts.soldOut : texts.unavailable);
  }
  const attributes = { part: 'buy', href: url, target, rel: 'noopener', 'aria-label': texts.ticketsFor(event.name) };
  const link = make('a', attributes, texts.tickets);
  link.addEventListener('click', () => onBuy(event));
  return link;
}

/** A plain ground where there is no picture, or it cannot be had. */
function picture({ image }: Event): HTMLElement {
  const ground = make('span', { part: 'image', 'aria-hidden': 'true' });
  if (!image || !isWeb(image)) return ground;
  const found = make('img', { part: 'image', src: image, alt: '', loading: 'lazy', decoding: 'async' });
  found.addEventListener('error', () => found.replaceWith(ground));
  return found;
}

/** An event as an item of the list. */
export function eventCard(event: Event, options: CardOptions): HTMLElement {
  const { venue, city } = event.location;
  const place = [venue, city].filter(Boolean).join(', ');
  const image = picture(event);
  const heading = make('h3', { part: 'name' }, event.name);
  heading.setAttribute('role', 'heading');
  heading.setAttribute('aria-level', String(options.headingLevel));
  return make(
    'li',
    { part: 'event' },
    image,
    make(
      'div',
      { part: 'facts' },
      heading,
      make('p', { part: 'date' }, event.display.date_label),
      place ? make('p', { part: 'place' }, place) : null,
      make('p', { part: 'price' }, event.display.price_label),
    ),
    buyLink(event, options),
  );
}
