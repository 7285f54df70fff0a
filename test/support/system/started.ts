import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { buildClient, buildDashboard, buildWidget, onceARun } from '../build-packages.js';
import { setUp, temporaryFolder } from '../environment.js';
import { waitFor } from '../wait-for.js';

const run = promisify(execFile);

/**
 * What `npm start` runs before it starts, once a run of the tests: a file that is written anew while another test
 * starts a program from it would be read half.
 */
export function build(): Promise<void> {
  return onceARun('build', compile);
}

async function compile(): Promise<void> {
  // Not at the same time as a test that builds only one of them.
  await Promise.all([buildClient(), buildDashboard(), buildWidget()]);
  await run(process.execPath, ['bin/build.cjs', '--if-stale'], { cwd: projectRoot() });
}

/** A data folder on which the product was started and stopped, for tests to copy: a first start takes twice as long. */
async function preparedFolder(): Promise<string> {
  const folder = join(setUp('TEST_FOLDER'), 'prepared');
  await onceARun('prepared folder', async () => {
    await build();
    const run = start(folder);
    try {
      await run.ready();
      run.process.kill('SIGINT');
      await run.ended;
    } finally {
      run.process.kill('SIGKILL');
    }
  });
  return folder;
}

export interface StartJson {
  base_url: string;
  site_base_url: string;
  temporal_ui: string | null;
  docs: string;
  keys: { test: string; website: string; server: string };
  website_domain: string;
  oauth: { client_id: string; client_secret: string };
  dashboard: { url: string; sign_in_url: string };
}

/** A run of the start command on a folder of its own. */
export interface Started {
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Resolves with `start.json` when everything answers; rejects when it ends before that. */
  ready(): Promise<StartJson>;
}

export interface StartOptions {
  args?: string[];
  env?: Record<string, string>;
  /** What Node runs in place of the start that was built. */
  program?: string[];
  /** A project other than this one. */
  cwd?: string;
}

export function start(dataDir: string, options: StartOptions = {}): Started {
  const { DATABASE_URL, TEMPORAL_ADDRESS, ...env } = process.env;
  const child = spawn(process.execPath, [...(options.program ?? ['dist/src/cli/start.js']), ...(options.args ?? [])], {
    cwd: options.cwd ?? projectRoot(),
    env: {
      ...env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: '0',
      WORKER_METRICS_PORT: '0',
      // Workflows in the worker's own thread, which takes two seconds of CPU less a start; a test may have it otherwise.
      TEMPORAL_DEBUG: '1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let over = false;
  void ended.then(() => (over = true));
  return {
    process: child,
    output: () => text,
    ended,
    ready: async () => {
      await waitFor(() => over || text.includes('Ctrl-C stops everything'), { timeout: 250_000 }).catch(() => {
        throw new Error(`The start does not come to its end:\n${text}`);
      });
      if (over) throw new Error(`The start ended:\n${text}`);
      return JSON.parse(readFileSync(join(dataDir, 'start.json'), 'utf8'));
    },
  };
}

/** Command lines of the processes that have to do with the folder, or are below the given one. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).includes(folder) || read(`/proc/${pid}/cmdline`).includes(folder))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`)
    .filter((line) => line.trim().includes(' '));
}

function read(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

export interface Starts {
  /** The folder of the running test. */
  readonly folder: string;
  /** Fills the folder with the files of a stopped start. */
  prepare(): Promise<void>;
  /** Starts on that folder; processes that still run when the test ends are killed. */
  begin(options?: StartOptions): Started;
  /** Resolves once no process has to do with the folder. */
  expectNothingLeft(): Promise<void>;
}

/** For a `describe` whose tests start the product: builds it first, gives each test a folder, and leaves nothing behind. */
export function useStarts(): Starts {
  const runs: Started[] = [];
  let folder: ReturnType<typeof temporaryFolder>;

  async function expectNothingLeft(): Promise<void> {
    await waitFor(() => processesOf(folder.path).length === 0, {
      what: `the end of\n${processesOf(folder.path).join('\n')}`,
    });
  }

  beforeAll(build);

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    for (const run of runs.splice(0)) {
      if (run.process.exitCode === null && run.process.signalCode === null) run.process.kill('SIGKILL');
      await run.ended;
    }
    await expectNothingLeft();
    folder.remove();
  });

  return {
    get folder() {
      return folder.path;
    },
    async prepare() {
      // With its owner: Postgres may run as another account.
      await run('cp', ['-a', `${await preparedFolder()}/.`, folder.path]);
    },
    begin(options = {}) {
      const started = start(folder.path, options);
      runs.push(started);
      return started;
    },
    expectNothingLeft,
  };
}
