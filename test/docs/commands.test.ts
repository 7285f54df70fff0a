import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../src/cli/areas.js';
import { buildProgram } from '../../src/cli/program.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli, shapeOf } from '../../src/cli/support/verb.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { commandList, leavesOf, MARK, wordsOf } from '../../tools/docs/commands.js';

test('docs/commands.md lists every command as the program defines it: `npm run commands-doc` writes it', () => {
  const [, list] = readFileSync(join(projectRoot(), 'docs/commands.md'), 'utf8').split(MARK);
  expect(list).toBe(commandList());
});

test('every command prints JSON of a declared shape', () => {
  const ending = () => new AbortController().signal;
  const sink = { write() {} };
  const session = new Session({ stdin: process.stdin, stdout: sink, stderr: sink, env: {}, ending }, false);
  const program = buildProgram(session);
  for (const { name, load } of AREAS) {
    const area = program.commands.find((command) => command.name() === name);
    if (area) load()(area, new Cli(session));
  }
  const leaves = leavesOf(program);
  expect(leaves.length).toBeGreaterThan(50);
  expect(leaves.filter((leaf) => !shapeOf(leaf)).map((leaf) => wordsOf(leaf).join(' '))).toEqual([]);
});
