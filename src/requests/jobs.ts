import { DAY, HOUR, MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { keepDayPartitions } from '../platform/database/day-partitions.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { KEPT_DAYS } from './rules/logged-request.js';

/** How far ahead partitions exist. If the Schedule fails for longer, calls are missing in the log. */
const AHEAD_DAYS = 7;

export const keepRequestDaysJob = defineMaintenanceJob({
  name: 'keep-request-days',
  room: 'requests',
  does: 'Makes room in the request log for the next seven days, and drops days that are over.',
  delay: 'Without room for new days, calls are not logged after a week.',
  when: { every: HOUR, offset: 40 * MINUTE },
  run: keepRequestDays,
});

/** Makes room in the request log for the days to come, and drops old days. */
export function keepRequestDays({ clock, sql }: Context): Promise<{ made: number; dropped: number }> {
  const now = clock.now().getTime();
  const days = { from: new Date(now - KEPT_DAYS * DAY), until: new Date(now + AHEAD_DAYS * DAY) };
  return keepDayPartitions(sql, 'api_requests', days);
}
