import { Command } from 'commander';
import { addDeliveryVerbs } from '../../src/cli/deliveries/delivery.js';
import { Session } from '../../src/cli/support/session.js';
import { Cli } from '../../src/cli/support/verb.js';

/** The command as it is written at `partner-events webhook`, with what it would print and do kept back. */
function webhook(verb: string): Command {
  const noun = new Command('webhook');
  const ending = () => new AbortController().signal;
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, ending };
  addDeliveryVerbs(noun, 'webhook', new Cli(new Session(io, false)));
  const command = noun.commands.find((one) => one.name() === verb);
  if (!command) throw new Error(`there is no ${verb}`);
  return command
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action(() => {});
}

const parsed = (verb: string, words: string) =>
  webhook(verb)
    .parse(['whk_1', ...words.split(' ')], { from: 'user' })
    .opts();

const AN_INSTANT = /must be an instant with offset, such as 2026-11-30T18:00:00Z/;

test.each([
  ['deliveries', '--state lost', /must be one of pending, retrying, delivered, failed, held/],
  ['replay', '--since 2026-11-02T09:00:00Z --state pending', /must be one of delivered, failed, held/],
  ['replay', '--since yesterday', AN_INSTANT],
  ['replay', '--since 2026-11-02', AN_INSTANT],
  ['replay', '--since 2026-11-02T09:00:00', AN_INSTANT],
  ['replay', '--since 2026-02-30T09:00:00Z', AN_INSTANT],
])('%s %s is refused, and why', (verb, words, message) => {
  expect(() => parsed(verb, words)).toThrow(message);
});

test('states may be repeated, an instant has an offset', () => {
  expect(parsed('deliveries', '--state pending --state held')).toMatchObject({ state: ['pending', 'held'] });
  const { since } = parsed('replay', '--since 2026-11-02T01:00:00+02:00');
  expect(since).toEqual(new Date('2026-11-01T23:00:00Z'));
});

test('the help names the states there are', () => {
  const help = (verb: string) => webhook(verb).helpInformation().replaceAll(/\s+/g, ' ');
  expect(help('deliveries')).toContain('(choices: "pending", "retrying", "delivered", "failed", "held"');
  expect(help('replay')).toContain('(choices: "delivered", "failed", "held"');
});
