import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

/**
 * Node's options for a process in the image, for those that are measured; the load generators keep their own. The image sets
 * `NODE_OPTIONS` for all, and its own command, which starts the API, has more.
 *
 * @throws {Error} when the Dockerfile sets none.
 */
export function imageNodeOptions(process: 'api' | 'worker'): string {
  const dockerfile = readFileSync(join(projectRoot(), 'Dockerfile'), 'utf8');
  const [, ofAll] = /^ENV NODE_OPTIONS="(.+)"$/m.exec(dockerfile) ?? [];
  const [, command] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  if (!ofAll || !command) throw new Error('Dockerfile: sets no NODE_OPTIONS, or has no CMD');
  const ofApi = (JSON.parse(command) as string[]).filter((word) => word.startsWith('--'));
  // Of an option that is given twice, the last counts.
  return process === 'api' ? [ofAll, ...ofApi].join(' ') : ofAll;
}
