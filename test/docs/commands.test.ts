import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findShape } from '../../src/cli/support/verb.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { commandList, leavesOf, MARK, wholeProgram, wordsOf } from '../../tools/docs/commands.js';

test('docs/commands.md lists every command as the program defines it: `npm run commands-doc` writes it', () => {
  const [, list] = readFileSync(join(projectRoot(), 'docs/commands.md'), 'utf8').split(MARK);
  expect(list).toBe(commandList());
});

test('every command prints JSON of a declared shape', () => {
  const leaves = leavesOf(wholeProgram());
  expect(leaves.length).toBeGreaterThan(50);
  expect(leaves.filter((leaf) => !findShape(leaf)).map((leaf) => wordsOf(leaf).join(' '))).toEqual([]);
});

/** Where an operator reads or runs commands: pages, messages, alerts and deployments. */
const FILES = [
  'README.md',
  'docs',
  'src',
  'workflows',
  'activities',
  'worker',
  'api',
  'deploy',
  'docker-compose.yml',
  'tools/rehearsal',
];

/** Why a call is wrong; null: it is right. */
function faultOf(program: Command, call: string): string | null {
  let command = program;
  for (const word of call.split(/\s+/)) {
    if (!/^[a-z][a-z-]*$/.test(word) || command.commands.length === 0) break;
    const verb = command.commands.find((command) => command.name() === word);
    if (!verb) return `${call}: there is no ${word}`;
    command = verb;
  }
  const known = [...command.options, ...program.options].map(({ long }) => long);
  const unknown = (call.match(/(?<= )--[a-z][a-z-]*/g) ?? []).filter(
    (option) => ![...known, '--help'].includes(option),
  );
  return command.commands.length === 0 && unknown.length > 0 ? `${call}: there is no ${unknown}` : null;
}

test('every command that a page or a message names exists, with its options', () => {
  const program = wholeProgram();
  const areas = program.commands.filter(({ commands }) => commands.length > 0).map((area) => area.name());
  const whole = /(?:^ {4}|`|\$\(|^)partner-events ([a-z][^`"'|#()\n]*)/gm;
  // A message has its backtick escaped; without that it is a template.
  const short = (file: string) =>
    new RegExp(`${file.endsWith('.ts') ? '\\\\' : ''}\`((?:${areas.join('|')}) [a-z][^\`\n]*)\``, 'g');
  const listed = execFileSync('git', ['ls-files', ...FILES], { cwd: projectRoot(), encoding: 'utf8' });
  const faults: string[] = [];
  let calls = 0;
  for (const file of listed.split('\n').filter((name) => /\.(md|ts|ya?ml|sh)$/.test(name))) {
    const text = readFileSync(join(projectRoot(), file), 'utf8');
    for (const [, call = ''] of [...text.matchAll(whole), ...text.matchAll(short(file))]) {
      calls += 1;
      const fault = faultOf(program, call.trim());
      if (fault !== null) faults.push(`${file}: ${fault}`);
    }
  }
  expect(calls).toBeGreaterThan(200);
  expect(faults).toEqual([]);
});
