import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json`, found upwards from here: sources and compiled files lie at different depths. */
export function projectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json was not found above the program');
    folder = parent;
  }
  return folder;
}
