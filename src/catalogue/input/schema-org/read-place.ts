import type { LooseEvent } from '../normalise/normalise-event.js';
import { many, type Node, nodesOf, term, textOf } from './members.js';

/** Names that sites give to the internet as a place. */
const INTERNET =
  /^(?:online(?: event)?|virtual(?: event)?|zoom(?: webinar| meeting)?|webinar|live ?stream|internet|web|en ligne|en línea|em linha)$/i;

/**
 * Where an event takes place, in our own format with the texts as written: the first real place, else online.
 *
 * @returns also `identity`: what identifies the place for the event's id; undefined when its city is not known.
 */
export function readPlace(event: Node, movedOnline: boolean): LooseEvent & { identity: string | undefined } {
  const places = nodesOf(event.location);
  const names = many(event.location).filter((place) => typeof place === 'string');
  const real = places.find((place) => !many(place['@type']).some((type) => term(String(type)) === 'VirtualLocation'));
  const mode = term(textOf(event.eventAttendanceMode) ?? '');
  const online = { online: true, identity: undefined };
  if (movedOnline || mode === 'OnlineEventAttendanceMode' || (!real && places.length > 0)) return online;
  if (!real) return isInternet(names[0]) ? online : { venue: names[0], identity: undefined };

  const [postal = {}] = nodesOf(real.address);
  const [geo = real] = nodesOf(real.geo);
  const written = typeof real.geo === 'string' ? real.geo.split(/[,; ]+/) : [];
  const city = textOf(postal.addressLocality);
  const country = textOf(postal.addressCountry);
  const venue = textOf(real.name);
  const street = typeof real.address === 'string' ? real.address : textOf(postal.streetAddress);
  if (!street && !city && !country && isInternet(venue)) return online;
  return {
    venue,
    address: [street, textOf(postal.postalCode)].filter(Boolean).join(', ') || undefined,
    city,
    state: textOf(postal.addressRegion),
    country,
    lat: geo.latitude ?? written[0],
    lng: geo.longitude ?? written[1],
    identity: city && `${city.split(',')[0]}|${venue ?? ''}`,
  };
}

function isInternet(name: unknown): boolean {
  return typeof name === 'string' && (INTERNET.test(name.trim()) || /^https?:\/\/\S+$/i.test(name.trim()));
}
