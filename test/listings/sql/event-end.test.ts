import { instantOf } from '../../../src/core/local-time.js';
import { endOf } from '../../../src/listings/rules/event-time.js';
import { endOfEvent } from '../../../src/listings/sql/event-expressions.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const FIRST_DAY = '2027-01-01';
const DAYS = 366;

/** Postgres reads every timezone file of the machine for this. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Row {
  timezone: string;
  date: string;
  ends: number;
  noon: number;
}

/**
 * A year in Postgres, in every timezone that it and this Node know: the days around each change of the clocks, which
 * may skip midnight or show it twice, and every 28th.
 */
async function daysInSql(): Promise<Row[]> {
  const { sql } = database;
  return sql<Row[]>`
    WITH days AS (
      SELECT z.name AS timezone, ${FIRST_DAY}::date + d AS date, d % 28 = 0 AS kept,
        (${FIRST_DAY}::date + d + time '12:00') AT TIME ZONE z.name AS noon
      FROM unnest(${Intl.supportedValuesOf('timeZone')}::text[]) AS z(name) JOIN pg_timezone_names USING (name),
        generate_series(0, ${DAYS - 1}) AS d
    ), events AS (
      SELECT *, NULL::timestamptz AS starts_at, NULL::timestamptz AS ends_at,
        lead(noon, 1, noon) OVER zone - lag(noon, 1, noon) OVER zone NOT IN (interval '48 hours', interval '24 hours')
          OR lead(noon, 2, noon) OVER zone - noon NOT IN (interval '48 hours', interval '24 hours', interval '0') AS moved
      FROM days WINDOW zone AS (PARTITION BY timezone ORDER BY date)
    )
    SELECT timezone, date::text AS date, extract(epoch FROM noon)::float8 * 1000 AS noon,
      extract(epoch FROM ${endOfEvent('events')})::float8 * 1000 AS ends
    FROM events WHERE kept OR moved`;
}

it('is the same in SQL and in TypeScript, for every day of a year in every timezone', async () => {
  const rows = await daysInSql();
  const zones = new Set(rows.map((row) => row.timezone));
  expect(zones.size).toBeGreaterThan(380);
  // Postgres and Node carry timezone data of their own: where a law is new to either, they differ at noon too.
  const unlike = new Set(
    rows
      .filter((row) => instantOf(Date.parse(`${row.date}T12:00Z`), row.timezone) !== row.noon)
      .map((row) => row.timezone),
  );
  expect(unlike.size).toBeLessThan(20);
  const differing = rows
    .filter((row) => !unlike.has(row.timezone))
    .map((row) => ({ ...row, end: endOf({ startsAt: null, endsAt: null, ...row }).getTime() }))
    .filter(({ end, ends }) => end !== ends);
  expect(differing).toEqual([]);
});
