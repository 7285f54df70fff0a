import { CommanderError } from 'commander';
import { buildProgram } from './program.js';
import { toFailure } from './support/failure.js';
import type { Io } from './support/io.js';
import { EXIT, Session } from './support/session.js';

/**
 * Runs one command of `partner-events` in this process.
 *
 * @param argv the arguments after the program's name, such as `['webhook', 'list', '--company', 'Example Partner']`.
 * @returns the exit code (docs/commands.md). Never throws: errors go to the standard error.
 */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const session = new Session(io, asksForJson(argv));
  try {
    await buildProgram(session).parseAsync(withoutHelpCommand(argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) session.fail(toFailure(error));
    else if (error.exitCode === 0) return EXIT.ok;
    else if (session.json) session.fail({ code: 'usage', message: toMessage(error) });
    else return EXIT.usage;
  }
  return session.exitCode;
}

/** Needed before the line is parsed, because its errors are printed in this form too. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/** `help endpoint list` means `endpoint list --help`: the library's own help command does not load the area. */
function withoutHelpCommand(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
}

function toMessage({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'No command was given: --help lists them.' : message.replace(/^error: /, '');
}
