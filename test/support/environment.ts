import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const TEMPLATE_DATABASE = 'template_migrated';

/** Test files that run at the same time use different namespaces, so that fixed ids (of Schedules) cannot meet. */
export const TEST_NAMESPACES: [string, ...string[]] = [
  'test-1',
  ...Array.from({ length: 7 }, (_, index) => `test-${index + 2}`),
];

/** Something that the global set-up left for the tests. */
export function setUp(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests with jest, whose global set-up starts the servers`);
  return value;
}

/** The development server of this run: Schedules, search attributes, lists, real time. */
export function testTemporalAddress(): string {
  return setUp('TEST_TEMPORAL_ADDRESS');
}

/** A namespace that no test file running at the same time uses. */
export function testNamespace(): string {
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  return TEST_NAMESPACES[(worker - 1) % TEST_NAMESPACES.length] ?? TEST_NAMESPACES[0];
}

/** A folder of the caller's own. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'partner-events-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
