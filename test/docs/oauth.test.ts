import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../../src/core/viewer.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { SCOPED } from '../support/access/access-classes.js';

const document = readFileSync(join(projectRoot(), 'docs/oauth.md'), 'utf8');

test.each(SCOPES)('docs/oauth.md lists what %s opens', (scope) => {
  const row = document.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`));
  const listed = [...(row ?? '').matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path);
  const paths = SCOPED.filter(([, needed]) => needed === scope).map(([endpoint]) => endpoint.split(' ')[1] ?? '');
  // Paths below a listed one are named there as "everything below it".
  const below = row?.includes('everything below it') ? listed : [];
  expect(paths.filter((path) => !below.some((prefix) => path.startsWith(`${prefix}/`))).toSorted()).toEqual(
    listed.toSorted(),
  );
});
