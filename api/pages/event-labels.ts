import { SAMPLE_NAME_PREFIX } from '../../src/core/brand.js';
import {
  clockName,
  clockOffset,
  clockTime,
  type EventClock,
  isLocalTime,
  knownZone,
} from '../../src/core/local-time.js';
import { type Html, html } from './layout.js';
import type { PageLanguage } from './visitor-page.js';

/** When an event begins, as the truth has it. */
export interface EventMoment extends EventClock {
  /** `YYYY-MM-DD`, at the venue. */
  date: string;
  /** Null: only the day is known. */
  startsAt: Date | null;
}

/** Day and time at the venue; where scripts run, the visitor's own time stands below when it is another. */
export function momentLabel({ date, startsAt, ...clock }: EventMoment, { locale, t }: PageLanguage): Html {
  if (!startsAt) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
    return html`<time datetime="${date}">${day}</time>`;
  }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  const when = { when: format.format(clockTime(startsAt, clock)), timezone: clockName(startsAt, clock) };
  const words = t(isLocalTime(startsAt, clock) ? 'event.when_place' : 'ticket.when_zone', when);
  const yours = t('event.your_time', { time: '{time}' });
  const zone = browserZone(startsAt, clock);
  return html`<time datetime="${startsAt.toISOString()}"${zone && html` data-zone="${zone}" data-words="${yours}"`}>${words}</time>`;
}

/** A zone with the event's clock that browsers can format: whole hours from UTC-12 to UTC+14, named by the opposite sign. */
function browserZone(startsAt: Date, clock: EventClock): string | null {
  const minutes = clockOffset(startsAt, clock);
  if (clock.timezone !== null || minutes === 0) return knownZone(clock.timezone);
  if (minutes < -12 * 60 || minutes > 14 * 60 || minutes % 60 !== 0) return null;
  return `Etc/GMT${minutes < 0 ? '+' : '-'}${Math.abs(minutes) / 60}`;
}

/** A past instant, such as the time of a payment, in the venue's zone. */
export function instantLabel(at: Date, timezone: string | null, { locale }: PageLanguage): Html {
  const zone = knownZone(timezone);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: zone });
  return html`<time datetime="${at.toISOString()}">${format.format(at)}</time>`;
}

export function clockLabel(at: Date, timezone: string | null, { locale }: PageLanguage): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: knownZone(timezone) } as const;
  return new Intl.DateTimeFormat(locale, options).format(at);
}

/** The event's picture; without one, or where it cannot be loaded (`live-script.ts`), its initial on a coloured ground. */
export function banner(image: string | null, name: string): Html {
  const initial = /[\p{L}\p{N}]/u.exec(name.replace(SAMPLE_NAME_PREFIX, ''))?.[0].toUpperCase();
  return html`<div class="banner"><span aria-hidden="true">${initial}</span>${image && html`<img src="${image}" alt="">`}</div>`;
}
