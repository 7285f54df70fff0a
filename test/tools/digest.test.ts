import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/environment.js';

const { digestOf } = require('../../bin/digest.cjs') as { digestOf: (root: string, names: string[]) => string };
const node = process.versions.node;
const folder = temporaryFolder();
afterAll(() => {
  Object.defineProperty(process.versions, 'node', { value: node });
  folder.remove();
});

test('the stamp of a build depends on its files, not on the version of Node', () => {
  writeFileSync(join(folder.path, 'a.ts'), 'one');
  const stamp = digestOf(folder.path, ['a.ts']);
  for (const version of ['20.19.0', '24.11.1', '30.0.0']) {
    Object.defineProperty(process.versions, 'node', { value: version, configurable: true });
    expect(digestOf(folder.path, ['a.ts'])).toBe(stamp);
  }
  writeFileSync(join(folder.path, 'a.ts'), 'other');
  expect(digestOf(folder.path, ['a.ts'])).not.toBe(stamp);
});
