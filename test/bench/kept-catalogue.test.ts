import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUsable } from '../../bench/support/kept-catalogue.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporaryFolder } from '../support/environment.js';

const OURS = join(projectRoot(), 'src/platform/database/migrations');
const temporary = temporaryFolder();
let ctx: TestContext;
let folders = 0;

beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(async () => {
  temporary.remove();
  await ctx.close();
});

const usable = (migrations: string) => isUsable(ctx, { folder: '.cache/bench-1', migrations });

function migrations(change: (folder: string) => void): string {
  folders += 1;
  const folder = join(temporary.path, `migrations-${folders}`);
  cpSync(OURS, folder, { recursive: true });
  change(folder);
  return folder;
}

it('can be used with the schema of this code, and while its events lie ahead', async () => {
  expect(await usable(OURS)).toBe(true);
  await generateEvents(ctx, { events: 5, seed: 1, organizer: { source: 'bench' } });
  expect(await usable(OURS)).toBe(true);
  const now = ctx.clock.now();
  ctx.clock.advance(400 * 86_400_000);
  expect(await usable(OURS)).toBe(false);
  ctx.clock.advance(now.getTime() - ctx.clock.now().getTime());
});

it('cannot once its schema was made by other files', async () => {
  const edited = migrations((folder) => writeFileSync(join(folder, '0001_platform.sql'), 'SELECT 1'));
  expect(await usable(edited)).toBe(false);
});

it.each<[string, () => string, RegExp]>([
  ['are missing', () => join(temporary.path, 'nowhere'), /There are no migrations in .*nowhere/],
  [
    'are an empty folder',
    () => {
      const folder = join(temporary.path, 'empty');
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    /There are no migrations in .*empty/,
  ],
  [
    'fail',
    () => migrations((folder) => writeFileSync(join(folder, '9999_wrong.sql'), 'SELECT nothing_of_the_kind')),
    /nothing_of_the_kind/,
  ],
])('is kept, and says what is wrong, where the migrations %s', async (_what, folder, message) => {
  const asked = usable(folder());
  await expect(asked).rejects.toThrow(message);
  await expect(asked).rejects.toThrow('.cache/bench-1');
});
