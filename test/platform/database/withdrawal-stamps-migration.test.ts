import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import type { Sql } from '../../../src/platform/database/database.js';
import { createTestDatabase } from '../../support/database.js';

const MIGRATION = join(projectRoot(), 'src/platform/database/migrations/0036_withdrawal_stamps.sql');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('withdrawals of an older version are moved apart: in their order, to later times only, the stamp after them', async () => {
  await sql`
    INSERT INTO withdrawals (withdrawn_at, event_id, paying)
    SELECT '2026-11-02T09:00:00.500Z'::timestamptz + n * interval '1 microsecond', 'evt_' || lpad(n::text, 5, '0'), true
      FROM generate_series(1, 2000) n
    UNION ALL VALUES ('2026-11-02T08:00:00.000Z'::timestamptz, 'evt_00000', true),
                     ('2026-11-02T10:00:00.250Z'::timestamptz, 'evt_09999', true)`;
  await sql`UPDATE listing_stamp SET last_stamp = '2026-11-02T10:00:00.250Z'`;
  const before = await sql<
    { id: string; at: string }[]
  >`SELECT event_id AS id, withdrawn_at::text AS at FROM withdrawals ORDER BY withdrawn_at`;

  await sql.begin((tx) => tx.unsafe(readFileSync(MIGRATION, 'utf8')).simple());

  const after = await sql<{ id: string; at: string; ms: number }[]>`
    SELECT event_id AS id, withdrawn_at::text AS at, extract(epoch FROM withdrawn_at)::numeric * 1000 AS ms FROM withdrawals ORDER BY withdrawn_at`;
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.at).toBe(before[0]?.at);
  expect(after.at(-1)?.at).toBe(before.at(-1)?.at);
  after.forEach(({ at, ms }, i) => {
    expect(at >= (before[i]?.at ?? '~')).toBe(true);
    expect(Number(ms) % 1).toBe(0);
    if (i > 0) expect(Number(ms) - Number(after[i - 1]?.ms)).toBeGreaterThanOrEqual(3);
  });
  // Those of one transaction lasted 2 ms and now last 6 s.
  expect(after[2000]?.at).toContain('09:00:06.498');
});

test('a stamp that lies before a withdrawal is moved up to it', async () => {
  await sql`UPDATE listing_stamp SET last_stamp = '2026-11-02T09:00:00.500Z'`;
  await sql.begin((tx) => tx.unsafe(readFileSync(MIGRATION, 'utf8')).simple());
  const [row] = await sql`SELECT last_stamp AS stamp FROM listing_stamp`;
  expect(row?.stamp).toEqual(new Date('2026-11-02T10:00:00.250Z'));
});
