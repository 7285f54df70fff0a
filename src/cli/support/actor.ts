import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { readName } from '../../core/text.js';

/** Adds `--by`, which can be anywhere on the line, to a program whose actions are written to the audit log. */
export function withActor(program: Command): Command {
  return program.option(
    '--by <name>',
    'who does it, for the audit log (default: the account of the operating system)',
    name,
  );
}

/** The account of the operating system; `cli` where it has no name, as in many containers. */
export function actorName(): string {
  try {
    return userInfo().username || 'cli';
  } catch {
    return 'cli';
  }
}

function name(written: string): string {
  const { text, fault } = readName(written);
  if (text === null) throw new InvalidArgumentError(`${fault}.`);
  if (text === '') throw new InvalidArgumentError('must not be empty.');
  return text;
}
