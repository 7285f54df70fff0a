import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ticket } from './purchases.js';

export interface RunOptions {
  /** Names the run and its files. */
  name: string;
  program: string;
  /** Where the run's files go. */
  folder: string;
  document: string;
  /** Which of the two base addresses is called. */
  baseUrl: string;
  seed: number;
  maxExamples: number;
  headers: Record<string, string>;
  /** `Authorization` of the caller, and of a caller that must not see its objects; null: calls without a key. */
  keys: { own: string; stranger: string } | null;
  /** What hooks.py puts into bodies. */
  facts: { tickets: Ticket[]; oauth_clients: [id: string, secret: string][]; query_key: string };
  /** Real values of parameters, by path and parameter. */
  values: { path: string; parameter: string; values: string[] }[];
  /** Paths that are left to another caller's run. */
  without?: RegExp;
}

const report = z.object({
  exit_code: z.number(),
  operations: z.object({ selected: z.number(), tested: z.number(), errored: z.number() }),
  test_cases: z.object({ unique_failures: z.number() }),
  failures: z.array(z.object({ code: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.unknown()),
});
const stats = z.object({
  answers: z.record(z.string(), z.record(z.string(), z.number())),
  excluded: z.record(z.string(), z.number()),
});

export interface RunResult {
  name: string;
  operations: number;
  /** By operation, then status. */
  answers: Record<string, Record<string, number>>;
  requests: number;
  findings: number;
  /** By reason. */
  excluded: Record<string, number>;
  seconds: number;
  /** What schemathesis printed: each finding with the call that shows it. */
  log: string;
}

/** A run that takes longer has got stuck: it is ended, and counts as a finding. */
const LONGEST_MS = 20 * 60_000;
const HERE = __dirname;

/** Runs schemathesis with all its checks as one caller. */
export async function fuzz(options: RunOptions): Promise<RunResult> {
  const file = (suffix: string) => join(options.folder, `${options.name}.${suffix}`);
  writeFileSync(file('facts.json'), JSON.stringify(options.facts));
  writeFileSync(file('toml'), configOf(options, file('keys.json')));
  if (options.keys) {
    const { own, stranger } = options.keys;
    const entry = (name: string, value: string) => ({ name, fixedHeaders: [{ name: 'Authorization', value }] });
    writeFileSync(file('keys.json'), JSON.stringify({ auth: [entry('own', own), entry('stranger', stranger)] }));
  }
  const args = ['--no-color', '--config-file', file('toml'), 'run', options.document, '--url', options.baseUrl];
  args.push('--checks', 'all', '--seed', `${options.seed}`, '--max-examples', `${options.maxExamples}`);
  args.push('--report', 'json', '--report-json-path', file('report.json'));
  for (const [name, value] of Object.entries(options.headers)) args.push('--header', `${name}: ${value}`);
  if (options.without) args.push('--exclude-path-regex', options.without.source);

  const begun = performance.now();
  const code = await runLogged(options, args, {
    FUZZ_FACTS: file('facts.json'),
    FUZZ_STATS: file('stats.json'),
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (!existsSync(file('report.json'))) {
    throw new Error(`schemathesis did not run:\n${readFileSync(file('log'), 'utf8')}`);
  }
  const result = report.parse(readJson(file('report.json')));
  const { answers, excluded } = stats.parse(readJson(file('stats.json')));
  const counts = Object.values(answers).flatMap((byStatus) => Object.values(byStatus));
  const found = result.test_cases.unique_failures + result.errors.length;
  return {
    name: options.name,
    operations: result.operations.tested,
    answers,
    requests: counts.reduce((sum, count) => sum + count, 0),
    // A run that ended badly without a finding must not pass for a good one.
    findings: found === 0 && code !== 0 ? 1 : found,
    excluded,
    seconds,
    log: file('log'),
  };
}

function configOf({ keys, values }: RunOptions, keysFile: string): string {
  const text = (value: unknown) => JSON.stringify(value);
  const lines = [`hooks = ${text(join(HERE, 'hooks.py'))}`, readFileSync(join(HERE, 'schemathesis.toml'), 'utf8')];
  if (keys) lines.push('[auth.wfc]', `path = ${text(keysFile)}`, 'user = "own"', 'peers = ["own", "stranger"]', '');
  for (const [i, one] of values.filter(({ values: real }) => real.length > 0).entries()) {
    lines.push(`[dictionaries.real-${i}]`, `values = ${text(one.values)}`, '');
    lines.push('[[operations]]', `include-path = ${text(one.path)}`);
    lines.push(`parameters = { ${text(one.parameter)} = { dictionary = "real-${i}", probability = 0.6 } }`, '');
  }
  return lines.join('\n');
}

function runLogged(
  { program, folder, name }: RunOptions,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log], env: { ...process.env, ...env } });
  closeSync(log);
  const limit = setTimeout(() => child.kill('SIGINT'), LONGEST_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    });
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
