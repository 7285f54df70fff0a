import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

/** Text that people read before they type it. */
function textsBelow(folder: string): string[] {
  return readdirSync(join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|ts)$/.test(name))
    .map((name) => join(projectRoot(), folder, name));
}

it('every mention of --fresh says that it deletes all data', () => {
  const files = [join(projectRoot(), 'README.md'), ...['docs', 'src/cli', 'src/embedded'].flatMap(textsBelow)];
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  );
  const named = lines.filter((line) => line.includes('--fresh') && !line.includes('const USAGE'));
  expect(named.length).toBeGreaterThanOrEqual(6);
  expect(named.filter((line) => !/delet|leaves that database as it is/.test(line))).toEqual([]);
});
