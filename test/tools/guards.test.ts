import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { GUARDS } from '../../tools/guards/guards.js';

/** `npm run check-guards` takes minutes; a guard that moved to another file is noticed here. */
describe.each(GUARDS.map((guard) => [`${guard.risk}: ${guard.what}`, guard] as const))('%s', (_name, guard) => {
  const path = (file: string) => join(projectRoot(), file);

  it('stands in its file exactly once', () => {
    expect(existsSync(path(guard.file)) ? guard.file : 'no such file').toBe(guard.file);
    expect(readFileSync(path(guard.file), 'utf8').split(guard.present)).toHaveLength(2);
    expect(guard.removed).not.toBe(guard.present);
  });

  it('is watched by tests that exist', () => {
    expect(guard.tests).not.toEqual([]);
    expect(guard.tests.filter((file) => !existsSync(path(file)))).toEqual([]);
  });
});
