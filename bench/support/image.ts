import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

/**
 * The image's Node options, for processes that are measured; load generators keep their own. The image sets `NODE_OPTIONS` for
 * all processes, and its own command, which starts the API, adds more.
 *
 * @throws {Error} when the Dockerfile sets no `NODE_OPTIONS` or has no `CMD`.
 */
export function imageNodeOptions(of: 'api' | 'worker'): string {
  const dockerfile = readFileSync(join(projectRoot(), 'Dockerfile'), 'utf8');
  const [, ofAll] = /^ENV NODE_OPTIONS="(.+)"$/m.exec(dockerfile) ?? [];
  const [, command] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  if (!ofAll || !command) throw new Error('Dockerfile: sets no NODE_OPTIONS, or has no CMD');
  // Between the program and the file that it runs. The last of a repeated option counts.
  const ofApi = (JSON.parse(command) as string[]).slice(1, -1);
  return of === 'api' ? [ofAll, ...ofApi].join(' ') : ofAll;
}
