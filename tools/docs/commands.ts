import type { Argument, Command } from 'commander';
import { AREAS } from '../../src/cli/areas.js';
import { buildProgram } from '../../src/cli/program.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli } from '../../src/cli/support/verb.js';
import { groupBy } from '../../src/core/group-by.js';

/** The marker above the list in docs/commands.md. */
export const MARK =
  '<!-- From here on: made by `npm run commands-doc` and checked by test/docs/commands.test.ts. -->\n\n';

/** The part of docs/commands.md that lists every command in one line, from the definitions of the program. */
export function commandList(): string {
  const program = wholeProgram();
  const groups = groupBy(AREAS, ({ group }) => group);
  const sections = [...groups].map(([group, areas]) => {
    const leaves = areas.flatMap(({ name }) =>
      program.commands.filter((command) => command.name() === name).flatMap(leavesOf),
    );
    return [`## ${group.replace(/:$/, '')}`, leaves.map(describeCommand).join('\n')];
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
    if (area) load()(area, cli);
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

function describeCommand(command: Command): string {
  const required = command.options.filter((option) => option.mandatory).map((option) => option.flags);
  const call = [...wordsOf(command), ...command.registeredArguments.map(placeOf), ...required].join(' ');
  const [firstSentence] = command.description().split(/(?<=\.) /, 1);
  return `- \`${call}\`: ${firstSentence}`;
}

function placeOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function silentIo() {
  const sink = { write() {} };
  return { stdin: process.stdin, stdout: sink, stderr: sink, env: {}, ending: () => new AbortController().signal };
}
