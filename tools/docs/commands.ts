import type { Command } from 'commander';
import { AREAS } from '../../src/cli/areas.js';
import { buildProgram } from '../../src/cli/run-command.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli } from '../../src/cli/support/verb.js';
import { groupBy } from '../../src/core/group-by.js';

/** The marker above the list in docs/commands.md. */
export const MARK =
  '<!-- From here on: made by `npm run commands-doc` and checked by test/docs/commands.test.ts. -->\n\n';

/** The part of docs/commands.md that lists the verbs of every area, from the definitions of the program. */
export function commandList(): string {
  const program = wholeProgram();
  const groups = groupBy(AREAS, ({ group }) => group);
  const sections = [...groups].map(([group, areas]) => {
    const lines = areas.map(({ name, description }) => {
      const command = program.commands.find((area) => area.name() === name);
      const verbs = command?.commands.map((verb) => `\`${verb.name()}\``) ?? [];
      return `- \`${name}\`${verbs.length > 0 ? ` ${verbs.join(', ')}` : ''}: ${description}`;
    });
    return [`## ${group.replace(/:$/, '')}`, lines.join('\n')];
  });
  return `${sections.flat().join('\n\n')}\n`;
}

/** The command line with the verbs of every area, which are otherwise loaded on use. */
export function wholeProgram(): Command {
  const session = new Session(silentIo(), false);
  const program = buildProgram(session);
  const cli = new Cli(session);
  for (const { name, load } of AREAS) {
    const area = program.commands.find((command) => command.name() === name);
    if (area) load().declareArea(area, cli);
  }
  return program;
}

/** Every command that does something, with the words that call it. */
export function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

export function wordsOf(command: Command): string[] {
  return command.parent ? [...wordsOf(command.parent), command.name()] : [];
}

function silentIo() {
  const sink = { write() {} };
  return { stdin: process.stdin, stdout: sink, stderr: sink, env: {}, ending: () => new AbortController().signal };
}
