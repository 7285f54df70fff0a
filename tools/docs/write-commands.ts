import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { commandList, MARK } from './commands.js';

/** `npm run commands-doc`: writes the list of commands into docs/commands.md, below its mark. */
const file = join(projectRoot(), 'docs/commands.md');
const [before = ''] = readFileSync(file, 'utf8').split(MARK);
writeFileSync(file, before + MARK + commandList());
