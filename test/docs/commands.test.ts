import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findShape } from '../../src/cli/support/verb.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { commandList, leavesOf, MARK, wholeProgram, wordsOf } from '../../tools/docs/commands.js';

test('docs/commands.md lists every command as the program defines it: `npm run commands-doc` writes it', () => {
  const [, list] = readFileSync(join(projectRoot(), 'docs/commands.md'), 'utf8').split(MARK);
  expect(list).toBe(commandList());
});

test('every command prints JSON of a declared shape', () => {
  const leaves = leavesOf(wholeProgram());
  expect(leaves.length).toBeGreaterThan(50);
  expect(leaves.filter((leaf) => !findShape(leaf)).map((leaf) => wordsOf(leaf).join(' '))).toEqual([]);
});
