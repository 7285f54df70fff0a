import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

/**
 * The NODE_OPTIONS of the image, for processes that are measured; the load generators keep their own.
 *
 * @throws {Error} when the Dockerfile sets none.
 */
export function imageNodeOptions(): string {
  const [, options] = /^ENV NODE_OPTIONS="(.+)"$/m.exec(readFileSync(join(projectRoot(), 'Dockerfile'), 'utf8')) ?? [];
  if (!options) throw new Error('Dockerfile: sets no NODE_OPTIONS');
  return options;
}
