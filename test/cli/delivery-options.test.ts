import { Command } from 'commander';
import { declareArea } from '../../src/cli/deliveries/delivery.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli } from '../../src/cli/support/verb.js';

/** A command of `partner-events` that parses its options and does nothing. */
function command(verb: string): Command {
  const noun = new Command('delivery');
  const ending = () => new AbortController().signal;
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, ending };
  declareArea(noun, new Cli(new Session(io, false)));
  const found = noun.commands.find((command) => command.name() === verb);
  if (!found) throw new Error(`there is no ${verb}`);
  return found
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action(() => {});
}

const parsed = (name: string, words: string) => {
  const [, verb = ''] = name.split(' ');
  return command(verb)
    .parse(['--endpoint', 'whk_1', ...words.split(' ')], { from: 'user' })
    .opts();
};

const AN_INSTANT = /must be an instant with offset, such as 2026-11-30T18:00:00Z/;

test.each([
  ['delivery list', '--state lost', /must be one of pending, retrying, delivered, failed, held/],
  ['delivery replay', '--since 2026-11-02T09:00:00Z --state pending', /must be one of delivered, failed, held/],
  ['delivery replay', '--since yesterday', AN_INSTANT],
  ['delivery replay', '--since 2026-11-02', AN_INSTANT],
  ['delivery replay', '--since 2026-11-02T09:00:00', AN_INSTANT],
  ['delivery replay', '--since 2026-02-30T09:00:00Z', AN_INSTANT],
])('%s %s is refused, and why', (name, words, message) => {
  expect(() => parsed(name, words)).toThrow(message);
});

test('states may be repeated, an instant has an offset', () => {
  expect(parsed('delivery list', '--state pending --state held')).toMatchObject({ state: ['pending', 'held'] });
  const { since } = parsed('delivery replay', '--since 2026-11-02T01:00:00+02:00');
  expect(since).toEqual(new Date('2026-11-01T23:00:00Z'));
});

test('the help names the states there are', () => {
  const help = (verb: string) => command(verb).helpInformation().replaceAll(/\s+/g, ' ');
  expect(help('list')).toContain('(choices: "pending", "retrying", "delivered", "failed", "held"');
  expect(help('replay')).toContain('(choices: "delivered", "failed", "held"');
});
