import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../support/environment.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Run {
  /** How long each of its files took. */
  seconds: number[];
  failed?: number;
  /** Jest's exit code. */
  status?: number;
}

/** The closing line of runs whose files have one test each. */
function close(...runs: Run[]) {
  const args = runs.flatMap(({ seconds, failed = 0, status = 0 }, run) => {
    const file = join(folder.path, `report-${run}.json`);
    const testResults = seconds.map((took, index) => ({
      name: join(projectRoot(), `test/file-${run}-${index}.test.ts`),
      status: 'passed',
      assertionResults: [{}],
      startTime: 1_000,
      endTime: 1_000 + took * 1_000,
    }));
    writeFileSync(file, JSON.stringify({ numPassedTests: seconds.length, numFailedTests: failed, testResults }));
    return [`run ${run}`, file, `${status}`];
  });
  return end(args);
}

function end(args: string[]) {
  const ended = spawnSync(process.execPath, ['.ci/closing-line.js', ...args], { cwd: projectRoot(), encoding: 'utf8' });
  return { code: ended.status, lines: ended.stdout.trim().split('\n') };
}

test('the ten slowest files of all runs are printed, slowest first, then each run, and last the count of all', () => {
  const { code, lines } = close({ seconds: [1, 30, 2, 3, 4, 5] }, { seconds: [6, 7, 8, 9, 10, 11.25] });
  expect(code).toBe(0);
  expect(lines.slice(1, 3).map((line) => line.trim())).toEqual([
    '30.0 s  test/file-0-1.test.ts',
    '11.3 s  test/file-1-5.test.ts',
  ]);
  expect(lines.filter((line) => line.includes('test/file-'))).toHaveLength(10);
  expect(lines.slice(-4)).toEqual([
    'run 0: 6 passed, 0 failed',
    'run 1: 6 passed, 0 failed',
    '',
    '12 passed, 0 failed',
  ]);
});

test('what goes wrong in any run fails all of them', () => {
  const good = { seconds: [1, 2] };
  const last = ({ code, lines }: ReturnType<typeof close>) => [code, lines.at(-1)];
  expect(last(close(good, { seconds: [1], failed: 3, status: 1 }))).toEqual([1, '3 passed, 3 failed']);
  expect(last(close({ seconds: [], status: 0 }, good))).toEqual([1, '2 passed, 1 failed']);
  expect(last(close(good, { seconds: [1], status: 1 }))).toEqual([1, '3 passed, 1 failed']);
  expect(last(end(['lost', join(folder.path, 'none.json'), '1']))).toEqual([1, '0 passed, 1 failed']);
  expect(end([]).code).toBe(1);
});

test('each failure is printed near the end, with its first lines, also of a file that did not load', () => {
  const file = join(folder.path, 'failures.json');
  const took = { startTime: 0, endTime: 1 };
  const lost = {
    status: 'failed',
    fullName: 'a ticket is kept',
    failureMessages: ['\u001b[31mlost\u001b[39m\n\nat 3'],
  };
  const testResults = [
    {
      ...took,
      name: join(projectRoot(), 'a.test.ts'),
      status: 'failed',
      assertionResults: [{ status: 'passed' }, lost],
    },
    { ...took, name: join(projectRoot(), 'b.test.ts'), status: 'failed', assertionResults: [], message: 'no module' },
  ];
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults }));
  const { code, lines } = end(['npm test', file, '1']);
  expect(code).toBe(1);
  expect(lines.slice(-10)).toEqual([
    'Failed in npm test: a.test.ts › a ticket is kept',
    '    lost',
    '    at 3',
    '',
    'Failed in npm test: b.test.ts',
    '    no module',
    '',
    'npm test: 1 passed, 2 failed',
    '',
    '1 passed, 2 failed',
  ]);
});

test('files that are named as long exist', () => {
  const { SECONDS } = require('../support/longest-first.cjs') as { SECONDS: Record<string, number> };
  expect(Object.keys(SECONDS).filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([]);
});
