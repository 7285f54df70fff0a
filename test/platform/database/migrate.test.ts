import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '../../../src/cli/fill-database.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { migrate, migrationSum } from '../../../src/platform/database/migrate.js';
import released from '../../fixtures/released-migrations.json';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

const FILES = readdirSync(join(projectRoot(), 'src/platform/database/migrations')).sort();
/** A scan of any of these takes longer than a writer may wait. */
const LARGE = [
  ...['orders', 'tickets', 'ticket_mails', 'order_pages', 'refunds', 'sales', 'earnings', 'ledger_entries'],
  ...['changes', 'deliveries', 'delivery_attempts', 'outbox', 'events', 'event_listings', 'ticket_types', 'mails'],
  ...['audit_log', 'signals_seen', 'idempotency_keys'],
];
/** The last file that version 1.0.0 begins with. */
const BASELINE = '0018_changes.sql';
const FOLDER = '/srv/partner-events/.data';

let ctx: TestContext;
let database: string;
beforeEach(async () => {
  ctx = await createTestContext();
  database = String((await ctx.sql`SELECT current_database() AS name`)[0]?.name);
});
afterEach(() => ctx.close());

const start = (folder?: string) => migrateDatabase(ctx.config, { say: () => {}, ...(folder && { folder }) });

/** Migrations that a build before version 1.0.0 recorded. */
async function madeByAnOlderBuild(first = '0001_foundation.sql'): Promise<void> {
  await ctx.sql`DELETE FROM schema_migrations`;
  await ctx.sql`INSERT INTO schema_migrations (name, checksum) VALUES (${first}, 'a'), ('0037_late_payments.sql', 'b')`;
}

test('finds nothing to do in a database of this version', async () => {
  expect(await migrate(ctx.sql)).toEqual({ applied: [] });
});

test.each(['0001_foundation.sql', String(FILES[0])])(
  'migrate refuses a database whose first file was another %s, and leaves it unchanged',
  async (first) => {
    await madeByAnOlderBuild(first);
    const message = `The database "${database}" was made by a build before version 1.0.0 of Partner Events, which cannot be migrated: use a new, empty database.`;
    await expect(migrate(ctx.sql)).rejects.toMatchObject({ madeBy: 'older', message });
    await expect(start()).rejects.toThrow(`The database cannot be prepared: ${message}`);
    const [left] = await ctx.sql`SELECT count(*)::int AS names FROM schema_migrations`;
    expect(left).toEqual({ names: 2 });
  },
);

test('npm start refuses a data folder of an older build, and says that --fresh deletes all data', async () => {
  await madeByAnOlderBuild();
  await expect(start(FOLDER)).rejects.toThrow(
    `The data folder ${FOLDER} was made by an older version of Partner Events, and this one cannot use it.\n` +
      'Start that version, or start over: `npm start -- --fresh` deletes all data in the folder.',
  );
});

test('distinguishes a newer version from an older one', async () => {
  await ctx.sql`INSERT INTO schema_migrations (name, checksum) VALUES ('9998_later.sql', 'a')`;
  await expect(migrate(ctx.sql)).rejects.toMatchObject({
    madeBy: 'newer',
    message: expect.stringMatching(/9998_later/),
  });
  await expect(start(FOLDER)).rejects.toThrow(`The data folder ${FOLDER} was made by a newer version`);
});

test('refuses a file that was edited after it had been applied, and says which', async () => {
  await ctx.sql`UPDATE schema_migrations SET checksum = 'other' WHERE name = ${String(FILES[1])}`;
  const message = `Migration ${FILES[1]} was changed after it had been applied`;
  await expect(migrate(ctx.sql)).rejects.toMatchObject({ madeBy: 'another', message });
  await expect(start(FOLDER)).rejects.toThrow(message);
});

test('no released migration changes, comments apart, and each is on the list once it is released', () => {
  const sums = FILES.map((name) => [
    name,
    migrationSum(readFileSync(join(projectRoot(), 'src/platform/database/migrations', name), 'utf8')),
  ]);
  // A new one is added to the list with the commit that adds it. No line of it ever changes.
  expect(Object.fromEntries(sums)).toEqual(released);
});

test('no two migrations have the same number', () => {
  const numbers = FILES.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

describe('while processes work', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(join(projectRoot(), 'src/platform/database/migrations'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['together', ''],
    ['one', '-- one by one\n'],
  ])('a change of a table that is in use keeps no writer waiting for as long as a second: %s', async (name, begin) => {
    writeFileSync(join(folder, `9000_${name}.sql`), `${begin}ALTER TABLE companies ADD COLUMN trial_${name} int;`);
    const writer = await ctx.sql.reserve();
    await writer`BEGIN`;
    await writer`LOCK TABLE companies IN ROW EXCLUSIVE MODE`;
    const migrated = migrate(ctx.sql, folder);
    // Once it waits for the lock, writers wait behind it; but not until the transaction in its way ends.
    await waitFor(async () => (await ctx.sql`SELECT 1 FROM pg_locks WHERE NOT granted`).length > 0, { interval: 5 });
    await ctx.sql`UPDATE companies SET name = name`;
    await writer`COMMIT`;
    writer.release();
    expect(await migrated).toEqual({ applied: [`9000_${name}.sql`] });
  });

  test('an index is built while a transaction writes, and an interrupted one is built again', async () => {
    const file = join(folder, '9000_index.sql');
    writeFileSync(
      file,
      '-- one by one\nDROP INDEX CONCURRENTLY IF EXISTS trial;\nCREATE INDEX CONCURRENTLY trial ON companies (name);\nSELECT 1 / 0;\n',
    );
    await expect(migrate(ctx.sql, folder)).rejects.toThrow(/division by zero/);
    writeFileSync(file, readFileSync(file, 'utf8').replace('SELECT 1 / 0;\n', ''));
    expect(await migrate(ctx.sql, folder)).toEqual({ applied: ['9000_index.sql'] });
    expect(await migrate(ctx.sql, folder)).toEqual({ applied: [] });
  });

  test('new migrations change growing tables while others write', () => {
    const large = `${LARGE.join('|')}`;
    const blocking = FILES.filter((name) => name > BASELINE).flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replace(/--.*$/gm, '');
      const indexes = text.match(new RegExp(`CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)\\w+\\s+ON (${large})\\b`, 'gi'));
      const checks = text.match(new RegExp(`ALTER TABLE (${large})\\b[^;]*ADD (CONSTRAINT|CHECK)[^;]*;`, 'gi'));
      const unready = (checks ?? []).filter((clause) => !/NOT VALID/i.test(clause));
      return [...(indexes ?? []), ...unready].map((clause) => `${name}: ${clause}`);
    });
    expect(blocking).toEqual([]);
  });
});
