import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Json } from '../../api/http/json.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { readOperations } from './document.js';
import { problemsFile } from './problems.js';
import { resourcesFile } from './resources.js';
import { schemasFile } from './types.js';

/** The files in `packages/client/src/generated`, by name, as the OpenAPI document makes them. */
export function clientFiles(document: Json): Record<string, string> {
  return {
    'schemas.ts': formatted('schemas.ts', schemasFile(document)),
    'resources.ts': formatted('resources.ts', resourcesFile(document, readOperations(document))),
    'problems.ts': formatted('problems.ts', problemsFile()),
  };
}

/** As Biome writes it, which the linter demands. */
function formatted(name: string, input: string): string {
  const args = ['format', '--stdin-file-path', `packages/client/src/generated/${name}`];
  const biome = join(projectRoot(), 'node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, args, { cwd: projectRoot(), input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} does not parse: ${stderr}`);
  return stdout;
}
