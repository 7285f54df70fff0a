import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '../../../src/cli/fill-database.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createTestContext, type TestContext } from '../../support/context.js';

const FILES = readdirSync(join(projectRoot(), 'src/platform/database/migrations')).sort();
const FOLDER = '/srv/partner-events/.data';

let ctx: TestContext;
let database: string;
beforeEach(async () => {
  ctx = await createTestContext();
  database = String((await ctx.sql`SELECT current_database() AS name`)[0]?.name);
});
afterEach(() => ctx.close());

const start = (folder?: string) => migrateDatabase(ctx.config, { say: () => {}, ...(folder && { folder }) });

/** What the versions before today's first file left behind. */
async function madeByAnOlderVersion(): Promise<void> {
  await ctx.sql`DELETE FROM schema_migrations`;
  await ctx.sql`INSERT INTO schema_migrations (name, checksum) VALUES ('0001_foundation.sql', 'a'), ('0037_late_payments.sql', 'b')`;
}

test('finds nothing to do in a database of this version', async () => {
  expect(await migrate(ctx.sql)).toEqual({ applied: [] });
});

test('refuses a database of an older version by its name, and leaves it as it is', async () => {
  await madeByAnOlderVersion();
  const message = `The database "${database}" was made by an older version of Partner Events, with migrations that this one does not know: 0001_foundation.sql, 0037_late_payments.sql. Use a new, empty database.`;
  await expect(migrate(ctx.sql)).rejects.toMatchObject({ madeBy: 'older', message });
  await expect(start()).rejects.toThrow(`The database cannot be prepared: ${message}`);
  const [left] = await ctx.sql`SELECT count(*)::int AS names FROM schema_migrations`;
  expect(left).toEqual({ names: 2 });
});

test('refuses a data folder of an older version by its name, and says that --fresh deletes all data', async () => {
  await madeByAnOlderVersion();
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
  await ctx.sql`UPDATE schema_migrations SET checksum = 'other' WHERE name = ${String(FILES[0])}`;
  const message = `Migration ${FILES[0]} was changed after it had been applied`;
  await expect(migrate(ctx.sql)).rejects.toMatchObject({ madeBy: 'another', message });
  await expect(start(FOLDER)).rejects.toThrow(message);
});
