import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { installPython } from '../fuzz/python.js';
import { startService } from '../fuzz/service.js';
import { preparePartner } from './partner.js';

/*
 * Reads the OpenAPI document as partners do: a linter, then three generators whose clients are compiled and make calls
 * against the running service. Exits with 1 if anything was found.
 */

const exec = promisify(execFile);
const say = (line: string): void => console.log(line);

const FOLDER = join(projectRoot(), '.cache/clients');
const PROGRAMS = join(__dirname, 'programs');
const BIN = join(projectRoot(), 'node_modules/.bin');

/** Compiled as a strict program would be; what generators leave unused is not held against them. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    rootDir: '.',
    outDir: 'out',
  },
  include: ['**/*.ts'],
};

async function main(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const python = await installPython('clients', join(__dirname, 'requirements.txt'), say);
  const service = await startService();
  try {
    const answer = await fetch(`${new URL(service.base_url).origin}/openapi.json`);
    const document = join(FOLDER, 'openapi.json');
    writeFileSync(document, await answer.text());
    await lint(document);
    await Promise.all([generateTypeScript(python, document), generatePython(python, document)]);
    const { testKey, liveKey, withdrawn } = await preparePartner(service);
    const env = {
      ...process.env,
      BASE_URL: service.base_url,
      TEST_KEY: testKey,
      LIVE_KEY: liveKey,
      WITHDRAWN: String(withdrawn),
      PYTHONPATH: [join(FOLDER, 'openapi-generator'), join(FOLDER, 'openapi-python-client')].join(':'),
    };
    const call = async (program: string, script: string) => say((await run(program, [script], { env })).trim());
    await call('node', join(FOLDER, 'typescript/out/calls.js'));
    await call(join(python, 'bin/python'), join(PROGRAMS, 'calls_openapi_generator.py'));
    await call(join(python, 'bin/python'), join(PROGRAMS, 'calls_openapi_python_client.py'));
    for (const line of service.faults()) throw new Error(`In the log of the API: ${line}`);
  } finally {
    await service.stop();
  }
}

/** Neither errors nor warnings. */
async function lint(document: string): Promise<void> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', document, '--config', join(__dirname, 'redocly.yaml'), '--format', 'json'];
  const { stdout } = await exec(join(BIN, 'redocly'), args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const found = JSON.parse(stdout) as { totals: { errors: number; warnings: number }; problems: { message: string }[] };
  const { errors, warnings } = found.totals;
  for (const { message } of found.problems) say(message);
  say(`Redocly: ${errors} errors, ${warnings} warnings`);
  if (errors + warnings > 0) throw new Error('the linter found something in the OpenAPI document');
}

/** The output of openapi-generator, without webhooks: its clients for them do not compile (7.26). */
async function openapiGenerator(
  python: string,
  document: string,
  { generator, folder, more = [] }: { generator: string; folder: string; more?: string[] },
): Promise<void> {
  const apis = 'Events:Orders:Earnings:Settlements:Offers:Bulk:Feeds:Signals:Assistants:OAuth:Sandbox';
  const parts = `models,supportingFiles,apis=${apis},modelTests=false,apiTests=false,modelDocs=false,apiDocs=false`;
  const args = ['generate', '-g', generator, '-i', document, '-o', folder, '--global-property', parts, ...more];
  await run(join(python, 'bin/openapi-generator-cli'), args);
}

async function generateTypeScript(python: string, document: string): Promise<void> {
  const folder = join(FOLDER, 'typescript');
  // Node wants the names of imported files whole.
  const more = ['--additional-properties', 'importFileExtension=.js'];
  await openapiGenerator(python, document, { generator: 'typescript-fetch', folder, more });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(PROGRAMS, 'calls.ts'), join(folder, 'calls.ts'));
  await run(join(BIN, 'tsc'), ['-p', folder]);
}

async function generatePython(python: string, document: string): Promise<void> {
  const [one, other] = [join(FOLDER, 'openapi-generator'), join(FOLDER, 'openapi-python-client')];
  const bin = join(python, 'bin');
  // The other generator formats its output with a second program.
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const args = ['generate', '--path', document, '--output-path', join(other, 'partner_events'), '--meta', 'none'];
  await Promise.all([
    openapiGenerator(python, document, { generator: 'python', folder: one }),
    run(join(bin, 'openapi-python-client'), args, { env }),
  ]);
  await run(join(bin, 'python'), ['-m', 'compileall', '-q', one, other]);
}

/** @returns the output of a program. @throws {Error} with its whole output, when it failed. */
async function run(program: string, args: string[], options: { env?: NodeJS.ProcessEnv } = {}): Promise<string> {
  try {
    return (await exec(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
