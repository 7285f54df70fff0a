import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOBS } from '../../src/context/jobs.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { capabilities } from '../../tools/docs/schema.js';

/** The rows of the three ways: step, code, tables, job, runbook. */
const rows = readFileSync(join(projectRoot(), 'docs/start-here.md'), 'utf8')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter(({ length }) => length === 5);

const namesIn = (cells: readonly string[]) =>
  cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

test('docs/start-here.md names jobs and tables that exist', () => {
  expect(rows.length).toBeGreaterThan(20);
  const tables = [...capabilities().values()].flat();
  expect(namesIn(rows.map(([, , cell = '']) => cell)).filter((name) => !tables.includes(name))).toEqual([]);
  const jobs = JOBS.map(({ name }) => name);
  const cells = rows.map(([, , , cell = '']) => cell).filter((cell) => !cell.startsWith('none'));
  expect(namesIn(cells).filter((name) => !jobs.includes(name))).toEqual([]);
});
