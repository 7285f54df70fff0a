import { Command } from 'commander';
import { readBuildInfo } from '../platform/config/build-info.js';
import { AREAS } from './areas.js';
import { withActor } from './support/actor.js';
import type { Session } from './support/session.js';
import { Cli } from './support/verb.js';

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
