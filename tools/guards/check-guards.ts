import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { GUARDS, type Guard } from './guards.js';

/**
 * Removes each guard of guards.ts from a copy of the last commit and runs its tests: `npm run check-guards [-- API1
 * API7 …]`. Exits with code 1 if a guard can be removed and its tests still pass.
 */
const only = process.argv.slice(2);

interface Outcome {
  passed: number;
  failed: number;
}

/** Without its guard a test often waits for what never happens: longer than tests wait themselves, so that they say for what. */
const TEST_TIMEOUT_MS = 120_000;

/** Runs test files of the copy; a run that breaks before any test has a result does not count as a failure. */
function runTests(folder: string, files: readonly string[]): Outcome {
  const report = join(folder, 'guard-report.json');
  rmSync(report, { force: true });
  const options = ['--json', `--outputFile=${report}`, `--testTimeout=${TEST_TIMEOUT_MS}`];
  spawnSync('npx', ['jest', ...options, '--runTestsByPath', ...files], { cwd: folder, stdio: 'ignore' });
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  if (numRuntimeErrorTestSuites > 0) throw new Error(`${files.join(', ')}: could not be run at all`);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Runs the guard's tests without it. */
function without(folder: string, guard: Guard): Outcome {
  const path = join(folder, guard.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(guard.present).length !== 2) {
    throw new Error(`${guard.file}: ${JSON.stringify(guard.present)} must stand there exactly once`);
  }
  writeFileSync(
    path,
    source.replace(guard.present, () => guard.removed),
  );
  try {
    return runTests(folder, guard.tests);
  } finally {
    writeFileSync(path, source);
  }
}

function check(): boolean {
  const root = projectRoot();
  const chosen = GUARDS.filter((guard) => only.length === 0 || only.includes(guard.risk));
  const parent = mkdtempSync(join(tmpdir(), 'partner-events-guards-'));
  const folder = join(parent, 'copy');
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  git('worktree', 'add', '--detach', '--quiet', folder);
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files = [...new Set(chosen.flatMap((guard) => guard.tests))];
    const whole = runTests(folder, files);
    console.log(`with every guard in place: ${whole.passed} passed, ${whole.failed} failed`);
    if (whole.failed > 0) return false;
    let unseen = 0;
    for (const guard of chosen) {
      const { failed } = without(folder, guard);
      if (failed === 0) unseen += 1;
      console.log(`${guard.risk}  ${failed === 0 ? 'NOBODY NOTICED' : `${failed} failed`}  without ${guard.what}`);
    }
    console.log(`${chosen.length - unseen} guards watched, ${unseen} not`);
    return chosen.length > 0 && unseen === 0;
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  }
}

process.exitCode = check() ? 0 : 1;
