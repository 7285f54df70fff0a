import type { Usage } from '../../api/types.ts';

export type DayTotals = Omit<Usage['days'][number], 'key_id'>;

const A_DAY = 86_400_000;

/** Every day of the time asked for, oldest first, with the sums over all keys; days without calls too. */
export function perDay({ from, to, days }: Usage): DayTotals[] {
  const rows = new Map<string, DayTotals>();
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(to.slice(0, 10)); at += A_DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    rows.set(day, { day, calls: 0, assistant_calls: 0, ok: 0, refused: 0, rate_limited: 0, failed: 0 });
  }
  for (const day of days) {
    const row = rows.get(day.day);
    if (!row) continue;
    for (const name of ['calls', 'assistant_calls', 'ok', 'refused', 'rate_limited', 'failed'] as const)
      row[name] += day[name];
  }
  return [...rows.values()];
}
