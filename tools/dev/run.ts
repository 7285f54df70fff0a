import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { dismissGuardian, dropFromGuardian, guard } from '../../src/embedded/guardian.js';
import { signalProcess } from '../../src/embedded/processes.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';

/**
 * `npm run dev`: all that `npm start` runs. Saved files are compiled into `dist`, Node restarts the API or the worker
 * when a module changes that it has loaded, and Vite reloads the dashboard. Postgres and Temporal stay up.
 */
const ROOT = projectRoot();
const DASHBOARD = join(ROOT, 'packages/dashboard');
const SOURCES = ['api', 'workflows', 'activities', 'worker', 'src'];
const IS_SOURCE = /\.(ts|json)$/;

const { SWC } = require('../../test/support/run-typescript.cjs') as { SWC: object };

const programOf = (name: string, path: string, from = ROOT) =>
  join(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`), '..', path);

/** Bundles the workflows anew if they changed, and has the worker, which only reads the bundle, restarted then. */
function bundleWorkflows(): void {
  const { stdout } = spawnSync(process.execPath, ['dist/src/cli/bundle-workflows.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const now = new Date();
  if (stdout.length > 0) utimesSync(join(ROOT, 'dist/worker/worker.js'), now, now);
}

/** Runs a program of a package in a process group of its own, which is ended with this process, however that ends. */
function run(program: string, args: string[], options: SpawnOptions, endSignal: NodeJS.Signals): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { ...options, detached: true });
  if (child.pid) guard(child.pid, endSignal);
  return child;
}

/** The check's cache from earlier runs. */
const CHECKED = 'dist/.checked';
let checker: ChildProcess | undefined;

/**
 * Reports faults of types, some two seconds later, so that nothing waits for it. The compiler's own watch (7.0) misses
 * files that are saved directly in `api`, `workflows`, `activities` or `worker`.
 */
function checkTypes(): void {
  // The whole group, since on Node 20 the program is only a wrapper. The compiler goes on after a SIGTERM.
  if (checker?.pid && checker.exitCode === null) signalProcess(-checker.pid, 'SIGKILL');
  const args = ['-p', 'tsconfig.build.json', '--noEmit', '--pretty', '--tsBuildInfoFile', CHECKED];
  const options: SpawnOptions = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] };
  const begun = run(programOf('typescript', 'bin/tsc'), args, options, 'SIGKILL');
  begun.once('exit', (code) => {
    if (begun.pid) dropFromGuardian(begun.pid);
    if (code === 0) console.log('No type errors.');
  });
  checker = begun;
}

const watchers = new Map<string, FSWatcher>();

/** A watch for each folder: one for them all loses files that are replaced, with Node 20 on Linux. */
function watchFolder(folder: string, onSaved: (path: string) => void): void {
  watchers.get(folder)?.close();
  const watcher = watch(join(ROOT, folder), (_event, name) => name && onSaved(join(folder, name)));
  watchers.set(folder, watcher);
  // A folder that is removed.
  watcher.on('error', () => {});
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (entry.isDirectory()) watchFolder(join(folder, entry.name), onSaved);
  }
}

/** Files saved within this many milliseconds are compiled together: an editor writes a file twice, Git writes many. */
const TOGETHER_MS = 20;

function compileSaved(): void {
  const saved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const compileAll = () => {
    const changed = [...saved].filter(compile);
    saved.clear();
    if (changed.length > 0) bundleWorkflows();
    checkTypes();
  };
  const onSaved = (path: string) => {
    if (IS_SOURCE.test(path)) saved.add(path);
    else if (statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory()) {
      watchFolder(path, onSaved);
      const inside = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
      for (const name of inside) if (IS_SOURCE.test(name)) saved.add(join(path, name));
    }
    if (saved.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(compileAll, TOGETHER_MS);
  };
  for (const folder of SOURCES) watchFolder(folder, onSaved);
}

/** @returns whether `dist` has changed. */
function compile(source: string): boolean {
  const target = join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
  const before = existsSync(target) ? readFileSync(target, 'utf8') : null;
  let code: string | null = null;
  try {
    if (existsSync(join(ROOT, source))) {
      const path = join(ROOT, source);
      code = source.endsWith('.json')
        ? readFileSync(path, 'utf8')
        : transformFileSync(path, { ...SWC, sourceMaps: 'inline' }).code;
    }
  } catch {
    // Invalid TypeScript: the check reports the fault.
    return false;
  }
  if (code === before) return false;
  // The next build does not take `dist` for its own work.
  for (const name of ['.sources', '.tsbuildinfo']) rmSync(join(ROOT, 'dist', name), { force: true });
  if (code === null) rmSync(target);
  else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  return true;
}

function serveDashboard(port: number): void {
  const env = { ...process.env, DASHBOARD_DEV_PORT: `${port}` };
  const program = programOf('vite', 'bin/vite.js', DASHBOARD);
  const options: SpawnOptions = { cwd: DASHBOARD, env, stdio: ['ignore', 'inherit', 'inherit'] };
  run(program, ['--logLevel', 'warn'], options, 'SIGTERM');
}

async function main(): Promise<void> {
  const port = await freePort();
  compileSaved();
  spawnSync(process.execPath, ['bin/build.cjs', '--if-stale'], { cwd: ROOT, stdio: 'inherit' });
  // A build that found a type error has compiled everything, and ended there.
  bundleWorkflows();
  copyFileSync(join(ROOT, 'dist/.tsbuildinfo'), join(ROOT, CHECKED));
  serveDashboard(port);
  const start = spawn(process.execPath, ['dist/src/cli/start.js', '--watch', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: {
      ...process.env,
      DASHBOARD_DEV_SERVER: `http://127.0.0.1:${port}`,
      // Node 22.1 and later load modules that did not change faster with it.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache/compiled'),
    },
    stdio: 'inherit',
  });
  // A Ctrl-C in the terminal reaches the start too, which counts them; one sent to this process alone is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || start.kill('SIGINT'));
  process.on('SIGTERM', () => start.kill('SIGTERM'));
  const [code] = await once(start, 'exit');
  await dismissGuardian();
  process.exit(code ?? 1);
}

void main();
