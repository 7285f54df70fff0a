import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOBS } from '../../src/context/jobs.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { jobsDocument } from '../../tools/docs/jobs.js';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');

test('docs/jobs.md describes the declared jobs: `npm run jobs-doc` writes it', () => {
  expect(read('docs/jobs.md')).toBe(jobsDocument());
});

test('each job has a runbook whose links lead somewhere', () => {
  const headings = new Set([...read('docs/runbooks.md').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchor(text)));
  for (const { name, runbook } of JOBS) {
    const links = [...runbook.matchAll(/\.md#([\w-]+)/g)].map(([, link]) => link);
    expect({ name, length: runbook.length > 30, broken: links.filter((link) => !headings.has(String(link))) }).toEqual({
      ...{ name, length: true, broken: [] },
    });
  }
});

test('names of jobs and their topics are unique', () => {
  const names = JOBS.map(({ name }) => name);
  const topics = JOBS.flatMap((job) => (job.kind !== 'periodic' && job.topic ? [job.topic] : []));
  expect([names.length, topics.length]).toEqual([new Set(names).size, new Set(topics).size]);
});

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
