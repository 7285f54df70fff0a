import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../support/started.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Runs the closing line on a report of files that took so many seconds. */
function close(seconds: number[], { failed = 0, status = '0' } = {}) {
  const file = join(folder.path, 'report.json');
  const testResults = seconds.map((took, index) => ({
    name: join(projectRoot(), `test/file-${index}.test.ts`),
    status: 'passed',
    assertionResults: [{}],
    startTime: 1_000,
    endTime: 1_000 + took * 1_000,
  }));
  writeFileSync(file, JSON.stringify({ numPassedTests: seconds.length, numFailedTests: failed, testResults }));
  const ended = spawnSync(process.execPath, ['.ci/closing-line.js', file, status], {
    cwd: projectRoot(),
    encoding: 'utf8',
  });
  return { code: ended.status, lines: ended.stdout.trim().split('\n') };
}

test('the ten slowest files are printed, slowest first, and then the count', () => {
  const { code, lines } = close([1, 30, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.25]);
  expect(code).toBe(0);
  expect(lines.slice(1, 3).map((line) => line.trim())).toEqual([
    '30.0 s  test/file-1.test.ts',
    '11.3 s  test/file-11.test.ts',
  ]);
  expect(lines.filter((line) => line.includes('test/file-'))).toHaveLength(10);
  expect(lines.at(-1)).toBe('12 passed, 0 failed');
});

test('a failure fails it', () => {
  expect(close([1], { failed: 1, status: '1' })).toMatchObject({ code: 1 });
  expect(close([])).toMatchObject({ code: 1 });
});

test('files that are named as long exist', () => {
  const { SECONDS } = require('../support/longest-first.cjs') as { SECONDS: Record<string, number> };
  expect(Object.keys(SECONDS).filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([]);
});
