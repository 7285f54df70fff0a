import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { projectRoot } from '../config/project-root.js';
import { withActor } from './actor.js';
import { AREAS } from './areas.js';

/** The whole command line; the code of an area is loaded when that area is chosen. */
export function buildProgram(): Command {
  const program = withActor(
    new Command('partner-events')
      .description('Operates Partner Events: partners, deliveries, events, money. All commands: docs/commands.md.')
      .usage('<area> [verb] [options]')
      .version(version(), '--version', 'print the version')
      .configureHelp({ showGlobalOptions: true })
      .helpCommand(false)
      .showHelpAfterError(),
  );
  for (const { name, description, group, hidden } of AREAS) {
    program.command(name, { hidden }).description(description).helpGroup(group);
  }
  return program.hook('preSubcommand', (_program, command) => {
    AREAS.find(({ name }) => name === command.name())?.load()(command);
  });
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  return String(text);
}

/** `help webhook list` asks what `webhook list --help` asks: the library's own help command does not load the area. */
export function withoutHelpCommand(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
}
