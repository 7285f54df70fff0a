import { DateTime } from 'luxon';

/**
 * The calendar day, `YYYY-MM-DD`, on which an instant falls.
 *
 * @param instant milliseconds since 1970.
 * @param timezone IANA name; null and unknown names count as UTC.
 */
export function localDay(instant: number, timezone: string | null): string {
  const local = DateTime.fromMillis(instant, { zone: timezone ?? 'UTC' });
  return (local.isValid ? local : DateTime.fromMillis(instant, { zone: 'UTC' })).toFormat('yyyy-MM-dd');
}
