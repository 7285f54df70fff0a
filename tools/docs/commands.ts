import type { Argument, Command, Option } from 'commander';
import type { z } from 'zod';
import { AREAS } from '../../src/cli/areas.js';
import { buildProgram } from '../../src/cli/program.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli, findShape } from '../../src/cli/support/verb.js';

/** The marker above the list in docs/commands.md. */
export const MARK =
  '<!-- From here on: made by `npm run commands-doc` and checked by test/docs/commands.test.ts. -->\n\n';

/** The part of docs/commands.md that lists every command, from the definitions that the program itself is made of. */
export function commandList(): string {
  const program = wholeProgram();
  const sections: string[] = [];
  for (const { name, group } of AREAS) {
    const area = program.commands.find((command) => command.name() === name);
    if (!area) continue;
    const heading = `## ${group.replace(/:$/, '')}`;
    if (!sections.includes(heading)) sections.push(heading);
    sections.push([`### ${name}`, area.description(), ...leavesOf(area).map(describeCommand)].join('\n\n'));
  }
  return `${sections.join('\n\n')}\n`;
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
  const isArea = command.parent?.parent === null;
  const required = command.options.filter((option) => option.mandatory).map((option) => option.flags);
  const call = [...wordsOf(command), ...command.registeredArguments.map(placeOf), ...required].join(' ');
  const shape = findShape(command);
  const items = [
    ...command.registeredArguments.filter(({ description }) => description).map(describeArgument),
    ...command.options.map(describeOption),
    ...(shape ? [`- JSON: \`${describeShape(shape)}\``] : []),
  ];
  return [`**\`${call}\`**${isArea ? '' : `  \n${command.description()}`}`, items.join('\n')].join('\n\n');
}

function placeOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function describeArgument(argument: Argument): string {
  return `- \`${argument.name()}\`: ${argument.description}`;
}

function describeOption({ flags, description, argChoices, defaultValue }: Option): string {
  const choices = argChoices ? ` One of ${argChoices.map((argChoice) => `\`${argChoice}\``).join(', ')}.` : '';
  const preset = ['string', 'number'].includes(typeof defaultValue) ? ` Default: ${defaultValue}.` : '';
  return `- \`${flags}\`: ${description}${(choices || preset) && '.'}${choices}${preset}`.replace('..', '.');
}

/** A shape as TypeScript would write it; `instant` is a text such as `2026-11-02T09:00:00.000Z`. */
function describeShape(schema: z.ZodType): string {
  const def = schema.def as { type: string } & Record<string, never>;
  const one = (name: string) => describeShape(def[name] as unknown as z.ZodType);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape as unknown as Record<string, z.ZodType>);
      return `{ ${fields.map(([name, field]) => describeField(name, field)).join(', ')} }`;
    }
    case 'array': {
      const element = one('element');
      return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
    }
    case 'nullable':
      return `${one('innerType')} | null`;
    case 'optional':
      return one('innerType');
    case 'record':
      return `{ [name]: ${one('valueType')} }`;
    case 'union':
      return (def.options as unknown as z.ZodType[]).map(describeShape).join(' | ');
    case 'intersection':
      return `${one('left')} & ${one('right')}`;
    case 'literal':
      return (def.values as unknown as string[]).map((value) => `'${value}'`).join(' | ');
    case 'date':
      return 'instant';
    case 'enum':
      return 'string';
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type;
    default:
      throw new Error(`A shape of the kind ${def.type} has no description yet`);
  }
}

function describeField(name: string, field: z.ZodType): string {
  return `${name}${field.def.type === 'optional' ? '?' : ''}: ${describeShape(field)}`;
}

function silentIo() {
  const sink = { write() {} };
  return { stdin: process.stdin, stdout: sink, stderr: sink, env: {}, ending: () => new AbortController().signal };
}
