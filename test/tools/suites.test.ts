import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

const TESTS = join(projectRoot(), 'test');
const business = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.test.ts') && !path.endsWith('.system.test.ts'),
);

test('what one runs while waiting starts no process of ours and no browser: such a file is named .system.test.ts', () => {
  expect(business.length).toBeGreaterThan(200);
  const uses = (path: string) => /from '[./]+\/support\/system\//.test(readFileSync(join(TESTS, path), 'utf8'));
  expect(business.filter(uses)).toEqual([]);
});
