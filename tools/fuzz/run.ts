import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type Caller, type Callers, prepareCallers } from './callers.js';
import { findSchemathesis } from './python.js';
import { fuzz, type RunOptions, type RunResult } from './schemathesis.js';
import { type Service, startService } from './service.js';

const USAGE = `npm run fuzz -- [options]

Fuzzes every operation of the OpenAPI document with every check of schemathesis, as every kind of caller, against a
service of its own (test/README.md). Ends with 1 when anything was found.
  --max-examples <n>  random cases for each operation and caller (150)
  --seed <n>          repeats a run; a new one each time when absent
  --only <caller>     one of: test, server, website, token, none, site
  --quick             a minute's worth, as two callers who reach every operation: what CI runs`;

/** The same for everybody: fuzzed without a key. A key in front of the OAuth endpoints would be a second credential. */
const OPEN_PATHS = /^\/(demo|track|oauth)/;

/** Between them they reach every operation. */
const QUICK = ['server', 'none'];

const say = (line: string): void => console.log(line);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'max-examples': { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const seed = wholeNumber('seed', values.seed, Math.floor(Math.random() * 1_000_000_000));
  const maxExamples = wholeNumber('max-examples', values['max-examples'], values.quick ? 4 : 150);
  const folder = join(projectRoot(), '.cache/fuzz');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const program = await findSchemathesis(say);
  say('Starting the service …');
  const service = await startService();
  try {
    const callers = await prepareCallers(service);
    const common = { program, folder, seed, document: `${new URL(service.base_url).origin}/openapi.json` };
    const chosen = values.only ? [values.only] : values.quick ? QUICK : null;
    const runs = planRuns(service, callers, maxExamples).filter(({ name }) => chosen?.includes(name) ?? true);
    if (runs.length === 0) throw new Error(`--only: there is no caller ${values.only}`);
    const results: RunResult[] = [];
    for (const run of runs) {
      say(`Fuzzing as ${run.name} (${run.maxExamples} examples, seed ${seed}) …`);
      results.push(await fuzz({ ...common, ...run }));
    }
    return conclude(results, service.faults(), { seed, whole: !values.only });
  } finally {
    await service.stop();
  }
}

type Run = Omit<RunOptions, 'program' | 'folder' | 'seed' | 'document'>;

function planRuns(service: Service, callers: Callers, maxExamples: number): Run[] {
  const fewer = Math.max(2, Math.ceil(maxExamples / 4));
  const as = (name: string, caller: Caller): Run => ({
    name,
    baseUrl: service.base_url,
    maxExamples,
    headers: caller.origin ? { Origin: caller.origin } : {},
    keys: { own: `Bearer ${caller.key}`, stranger: `Bearer ${caller.stranger}` },
    facts: { tickets: caller.tickets, oauth_clients: callers.clients, query_key: callers.test.key },
    values: valuesOf(caller),
    without: OPEN_PATHS,
  });
  return [
    as('test', callers.test),
    as('server', callers.server),
    as('website', callers.website),
    { ...as('token', callers.token), maxExamples: fewer },
    { ...as('none', callers.test), keys: null, without: undefined },
    { ...as('site', callers.server), baseUrl: service.site_base_url, maxExamples: fewer },
  ];
}

/** Real values for some requests, where made-up ones would only ever find nothing. */
function valuesOf({ ids }: Caller): Run['values'] {
  return [
    { path: '/events/{id}', parameter: 'path.id', values: ids.events },
    { path: '/events/{id}/tickets', parameter: 'path.id', values: ids.events },
    { path: '/events', parameter: 'query.ids', values: ids.events },
    { path: '/tickets', parameter: 'query.event_ids', values: ids.events },
    { path: '/orders/{id}', parameter: 'path.id', values: ids.orders },
    { path: '/orders/{id}/cancel', parameter: 'path.id', values: ids.orders },
    { path: '/settlements/{id}/lines', parameter: 'path.id', values: ids.statements },
    { path: '/settlements/{file}', parameter: 'path.file', values: ids.statementFiles },
    { path: '/bulk/{file}', parameter: 'path.file', values: ids.bulkFiles },
  ];
}

/** Prints the figures and every finding; the exit code. */
function conclude(results: RunResult[], faults: string[], { seed, whole }: { seed: number; whole: boolean }): number {
  for (const { name, findings, log } of results) {
    if (findings > 0) say(`\n=== ${name}\n${readFileSync(log, 'utf8')}`);
  }
  const unreached = whole ? neverGood(results) : [];
  for (const line of faults) say(`In the log of the API: ${line}`);
  for (const operation of unreached) say(`Never answered with success: ${operation}`);

  say('\nANSWERS');
  for (const [operation, byStatus] of Object.entries(sumAnswers(results)).sort()) {
    const counts = Object.entries(byStatus).map(([status, count]) => `${status}×${count}`);
    say(`  ${operation.padEnd(28)} ${counts.sort().join(' ')}`);
  }
  const excluded = sumCounts(results.map((result) => result.excluded));
  if (Object.keys(excluded).length > 0) say('\nNOT HELD AGAINST THE SERVICE (tools/fuzz/exclusions.py)');
  for (const [reason, count] of Object.entries(excluded)) say(`  ${count} × ${reason}`);

  say('\nCALLER    OPERATIONS  REQUESTS  FINDINGS  SECONDS');
  for (const { name, operations, requests, findings, seconds } of results)
    say(row(name, operations, requests, findings, seconds));
  const sum = (field: 'requests' | 'findings' | 'seconds') =>
    results.reduce((total, result) => total + result[field], 0);
  const findings = sum('findings') + faults.length + unreached.length;
  say(row('all', Math.max(...results.map(({ operations }) => operations)), sum('requests'), findings, sum('seconds')));
  say(`\nSeed ${seed}. Reports: .cache/fuzz`);
  return findings > 0 ? 1 : 0;
}

function row(name: string, ...figures: number[]): string {
  return [name.padEnd(8), ...figures.map((figure) => String(figure).padStart(8))].join('  ');
}

function sumCounts(all: Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

function sumAnswers(results: RunResult[]): Record<string, Record<string, number>> {
  const operations = new Set(results.flatMap(({ answers }) => Object.keys(answers)));
  return Object.fromEntries(
    [...operations].map((operation) => [operation, sumCounts(results.map(({ answers }) => answers[operation] ?? {}))]),
  );
}

/** Operations that no caller got a good answer from: there the run has shown nothing but refusals. */
function neverGood(results: RunResult[]): string[] {
  return Object.entries(sumAnswers(results))
    .filter(([, byStatus]) => !Object.keys(byStatus).some((status) => status.startsWith('2')))
    .map(([operation]) => operation);
}

function wholeNumber(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: must be a whole number`);
  return Number(text);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? `${error.message}${error.cause ? `\n${error.cause}` : ''}` : error);
    process.exitCode = 1;
  },
);
