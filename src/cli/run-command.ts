import { Command, CommanderError } from 'commander';
import { readBuildInfo } from '../platform/config/build-info.js';
import { AREAS } from './areas.js';
import { withActor } from './support/actor.js';
import { toFailure } from './support/failure.js';
import { EXIT, type Io, Session } from './support/session.js';
import { Cli } from './support/verb.js';

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

/** The whole command line; the code of an area is loaded when that area is chosen. */
export function buildProgram(session: Session): Command {
  const program = withActor(
    new Command('partner-events')
      .description('Operates Partner Events: partners, deliveries, events, money. All commands: docs/commands.md.')
      .usage('<area> [verb] [options]')
      .version(version(), '--version', 'print the version, its commit and date')
      .option('--json', 'print one JSON document instead of text (docs/commands.md)')
      .configureHelp({ showGlobalOptions: true })
      .helpCommand(false)
      .showHelpAfterError(hintFor('partner-events'))
      .exitOverride()
      .configureOutput({
        writeOut: (text) => session.io.stdout.write(text),
        writeErr: (text) => session.json || session.io.stderr.write(text),
      }),
  );
  const cli = new Cli(session);
  for (const { name, description, group } of AREAS) {
    program.command(name).description(description).helpGroup(group);
  }
  program.hook('preSubcommand', (_program, command) => {
    AREAS.find(({ name }) => name === command.name())
      ?.load()
      .declareArea(command, cli);
    hintAtHelp(command, `partner-events ${command.name()}`);
    session.by = program.opts<{ by?: string }>().by;
  });
  return program;
}

const hintFor = (command: string) => `Help: ${command} --help`;

/** A wrong option prints one line and a hint, not pages of help that hide it. */
function hintAtHelp(command: Command, name: string): void {
  command.showHelpAfterError(hintFor(name));
  for (const verb of command.commands) hintAtHelp(verb, `${name} ${verb.name()}`);
}

function version(): string {
  const { version: text, commit, date } = readBuildInfo();
  return `${text} (commit ${commit}, ${date})`;
}
