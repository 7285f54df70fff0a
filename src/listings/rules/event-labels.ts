import { dateFormat, numberFormat } from '../../core/formats.js';
import { clockOffset, clockTime, type EventClock, isLocalTime, offsetLabel } from '../../core/local-time.js';
import { ENGLISH, isMessageKey, type Translator } from '../../core/locales/translator.js';
import { currencyExponent } from '../../core/money.js';
import type { Event } from '../../core/wire/event.js';

/**
 * Words for a card, for example `Fri 13 Mar 2026, 19:30`. The day and the time are the venue's. The time of an online event, and one in
 * UTC, carries its offset: `19:30 UTC+1`.
 */
export function dateLabel(date: string, startsAt: Date | null, clock: EventClock, t: Translator = ENGLISH): string {
  if (!startsAt) return momentLabel(date, undefined, undefined, t);
  const time = clockTime(startsAt, clock).toISOString().slice(11, 16);
  const offset = isLocalTime(startsAt, clock) ? undefined : offsetLabel(clockOffset(startsAt, clock));
  return momentLabel(date, time, offset, t);
}

/** Words for a card: `Free`, `€20`, `€20 – €80.50`, or that the price is not known. Amounts are decimals. */
export function priceLabel(
  from: number | null,
  to: number | null,
  currency: string | null,
  t: Translator = ENGLISH,
): string {
  if (from === null) return t('event.price_unknown');
  if (from === 0 && (to ?? 0) === 0) return t('event.free');
  const lowest = from === 0 ? t('event.free') : price(from, currency, t);
  if (to === null || to === from) return lowest;
  const highest = price(to, currency, t);
  return from === 0 ? t('label.free_to', { to: highest }) : t('label.prices', { from: lowest, to: highest });
}

/** The time and its offset at the end of {@link dateLabel} in English. */
const TIME = /, (\d\d:\d\d)(?: (UTC\S*))?$/;

/**
 * Rewrites `display` of an event in another language. A document does not have the clock of its event, so the time and its offset are
 * those of the English label.
 */
export function translateDisplay({ date, tickets, display }: Event, t: Translator): void {
  const [, time, offset] = TIME.exec(display.date_label) ?? [];
  display.date_label = momentLabel(date, time, offset, t);
  display.price_label = priceLabel(tickets.from, tickets.to, tickets.currency, t);
}

/** @param time `19:30`; undefined: only the day is known. */
function momentLabel(date: string, time: string | undefined, offset: string | undefined, t: Translator): string {
  const day = dayLabel(date, t);
  if (time === undefined) return day;
  return offset === undefined ? t('label.time', { day, time }) : t('label.time_offset', { day, time, offset });
}

function dayLabel(date: string, t: Translator): string {
  const at = new Date(date);
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(t.locale, { ...options, timeZone: 'UTC' }).format(at);
  const weekday = format({ weekday: 'short' });
  return t('label.day', { weekday, date: format({ day: 'numeric', month: 'short', year: 'numeric' }) });
}

function price(amount: number, currency: string | null, t: Translator): string {
  if (currency === null) return String(amount);
  const digits = Number.isInteger(amount) ? 0 : currencyExponent(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  // Not by `locale`: `en` writes `$20`, and `en-GB` would write `US$20`.
  return numberFormat(t.language, options).format(amount);
}

/** A category's name for people. One that we have no word for keeps the organizer's: `open-air` becomes `Open air`. */
export function categoryName(id: string, t: Translator): string {
  const key = `category.${id.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}
