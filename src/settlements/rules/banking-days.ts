import { DateTime } from 'luxon';

/** Days on which banks of the euro area make no transfers (TARGET), besides weekends, as month and day. */
const HOLIDAYS = new Set(['01-01', '05-01', '12-25', '12-26']);

/** The first day from this one on, `YYYY-MM-DD`, on which banks of the euro area make transfers. */
export function nextBankingDay(day: string): string {
  let at = DateTime.fromISO(day, { zone: 'utc' });
  while (!isBankingDay(at)) at = at.plus({ days: 1 });
  return at.toFormat('yyyy-MM-dd');
}

function isBankingDay(at: DateTime): boolean {
  const easter = easterSunday(at.year);
  const isEaster = at.hasSame(easter.minus({ days: 2 }), 'day') || at.hasSame(easter.plus({ days: 1 }), 'day');
  return at.weekday <= 5 && !isEaster && !HOLIDAYS.has(at.toFormat('MM-dd'));
}

/** By the method of Butcher, for the Gregorian calendar. */
function easterSunday(year: number): DateTime {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return DateTime.utc(year, Math.floor(f / 31), (f % 31) + 1);
}
