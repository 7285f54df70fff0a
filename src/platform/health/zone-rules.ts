import { setImmediate as breathe } from 'node:timers/promises';
import { IANAZone } from 'luxon';
import { dayOf } from '../../core/time.js';
import type { Context } from '../context/context.js';
import { listZoneOffsets } from './sql.js';

const WEEKS = 53;

export interface ZoneDifference {
  zone: string;
  /** First and last day of those looked at on which they differ; null where the database does not know the zone at all. */
  days: [first: string, last: string] | null;
}

/** How many minutes the clocks of a zone are ahead of UTC at an instant in milliseconds, for Node.js. */
type OffsetOf = (zone: string, at: number) => number;

/** Compares the rules of all time zones in Node.js with those in the database, at one instant of each week of the coming year. */
export async function findZoneDifferences(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  offsetOf: OffsetOf = (zone, at) => IANAZone.create(zone).offset(at),
): Promise<ZoneDifference[]> {
  const zones = Intl.supportedValuesOf('timeZone');
  const rows = await listZoneOffsets(sql, { zones, from: clock.now(), weeks: WEEKS });
  const known = new Set(rows.map(({ zone }) => zone));
  const found: ZoneDifference[] = zones.filter((zone) => !known.has(zone)).map((zone) => ({ zone, days: null }));
  for (const { zone, instants, offsets } of rows) {
    const days = instants.filter((at, i) => offsetOf(zone, at) !== offsets[i]).map((at) => dayOf(new Date(at)));
    const [first, last] = [days[0], days.at(-1)];
    if (first && last) found.push({ zone, days: [first, last] });
    // A zone takes a millisecond: requests go in between.
    await breathe();
  }
  return found;
}

/** Logs the time zones where an event of a whole day ends at different times for the database and for us. */
export async function warnOfZoneRules(ctx: Context, offsetOf?: OffsetOf): Promise<void> {
  try {
    const zones = await findZoneDifferences(ctx, offsetOf);
    if (zones.length === 0) return;
    const names = zones.map(({ zone, days }) => (days ? `${zone} from ${days[0]} to ${days[1]}` : `${zone} (unknown)`));
    ctx.log.warn(
      { event: 'zone_rules_differ', zones },
      `Node.js and the database have different time zone rules: ${names.slice(0, 10).join(', ')}. ` +
        'Update the one that is behind (docs/deploy/upgrade.md, "Time zones").',
    );
  } catch (err) {
    ctx.log.debug({ err }, 'time zone rules could not be compared');
  }
}
