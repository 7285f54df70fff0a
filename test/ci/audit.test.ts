import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../support/environment.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Runs the check with an npm that answers this. */
function check(answer: string, code: number) {
  const npm = join(folder.path, 'npm');
  writeFileSync(
    npm,
    `#!/usr/bin/env node\nprocess.stdout.write(${JSON.stringify(answer)}); process.exitCode = ${code};\n`,
  );
  chmodSync(npm, 0o755);
  const ended = spawnSync(process.execPath, [join(projectRoot(), '.ci/audit.js')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder.path}${delimiter}${process.env.PATH}` },
  });
  return { code: ended.status, text: ended.stdout + ended.stderr };
}

const reportOf = (counts: { high: number; critical: number }) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      hole: { name: 'hole', severity: 'critical', range: '<2', via: [{ title: 'Runs what it is sent' }] },
      crack: { name: 'crack', severity: 'high', range: '*', via: ['hole'] },
    },
    metadata: { vulnerabilities: { ...counts, total: counts.high + counts.critical } },
  });

test('a known critical hole in a dependency fails the checks and is named', () => {
  const { code, text } = check(reportOf({ high: 1, critical: 1 }), 1);
  expect(code).toBe(1);
  expect(text).toContain('2 known holes in dependencies, 1 of them critical');
  expect(text).toContain('hole <2: Runs what it is sent');
  expect(text).not.toContain('crack');
});

test('lesser holes are counted and fail nothing', () => {
  expect(check(reportOf({ high: 3, critical: 0 }), 1)).toMatchObject({ code: 0 });
});

test.each([
  ['an error of the registry', '{"statusCode": 405, "error": {"summary": ""}}'],
  ['no JSON at all', 'npm error'],
  ['nothing', ''],
])('%s: it says that nothing was checked, and fails nothing', (_, answer) => {
  expect(check(answer, 1)).toEqual({ code: 0, text: expect.stringMatching(/^NOT CHECKED: /) });
});
