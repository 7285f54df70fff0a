import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { setUp } from './environment.js';
import { waitFor } from './wait-for.js';

const { beginDashboard, beginWidget } = require('../../bin/build-bundles.cjs');

const run = promisify(execFile);

/**
 * Does something once in a run of the tests, in the first test file that needs it; the others wait.
 *
 * @throws its error, in every file that needs it.
 */
export async function onceARun(name: string, work: () => Promise<unknown>): Promise<void> {
  const outcome = join(setUp('TEST_FOLDER'), `${name}-outcome`);
  const isFirst = mkdirSync(join(setUp('TEST_FOLDER'), `${name}-begun`), { recursive: true }) !== undefined;
  if (isFirst) {
    const error = await work().then(
      () => '',
      (cause: unknown) => String(cause),
    );
    writeFileSync(`${outcome}.new`, error);
    renameSync(`${outcome}.new`, outcome);
  }
  await waitFor(() => existsSync(outcome), { timeout: 250_000, what: `the ${name} of another test file` });
  const error = readFileSync(outcome, 'utf8');
  if (error !== '') throw new Error(error);
}

/** Only the published client: a second, where all packages take a minute. */
export function buildClient(): Promise<void> {
  return onceARun('build of the client', () => run(process.execPath, ['bin/build-client.cjs'], { cwd: projectRoot() }));
}

/** Only the dashboard, unless its sources equal the last build's. */
export function buildDashboard(): Promise<void> {
  return buildBundle('dashboard', beginDashboard);
}

/** Only the widget, unless its sources equal the last build's. */
export function buildWidget(): Promise<void> {
  return buildBundle('widget', beginWidget);
}

function buildBundle(name: string, begin: (options: { ifStale: boolean }) => Promise<number>): Promise<void> {
  return onceARun(`build of the ${name}`, async () => {
    if ((await begin({ ifStale: true })) !== 0) throw new Error(`the ${name} could not be built`);
  });
}
