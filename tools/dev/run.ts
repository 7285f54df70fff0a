import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { dismissGuardian, guard } from '../../src/embedded/guardian.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';

/**
 * `npm run dev`: all that `npm start` runs. What is saved is compiled into `dist`, Node restarts the API or the worker
 * when a module changes that it has loaded, and Vite reloads the dashboard. Postgres and Temporal stay up.
 */
const ROOT = projectRoot();
const DASHBOARD = join(ROOT, 'packages/dashboard');
const SOURCES = ['api', 'workflows', 'activities', 'worker', 'src'];

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
function run(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { ...options, detached: true });
  if (child.pid) guard(child.pid, 'SIGTERM');
  return child;
}

let check: ChildProcess | undefined;

/**
 * Says what is wrong with the types, some two seconds later, so that nothing waits for it. The compiler's own watch (7.0) misses
 * files that are saved directly in `api`, `workflows`, `activities` or `worker`.
 */
function checkTypes(): void {
  check?.kill();
  const args = [programOf('typescript', 'bin/tsc'), '-p', 'tsconfig.build.json', '--noEmit', '--pretty'];
  check = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  check.once('exit', (code) => code === 0 && console.log('No type errors.'));
}

/** Files saved within so many milliseconds are compiled together: an editor writes a file twice, Git writes many. */
const TOGETHER_MS = 20;

/** Compiles the files that are saved, each by itself. */
function compileSaved(): void {
  const saved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const compileAll = () => {
    const changed = [...saved].filter(compile);
    saved.clear();
    if (changed.length > 0) bundleWorkflows();
    checkTypes();
  };
  for (const folder of SOURCES) {
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name?.endsWith('.ts')) return;
      saved.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(compileAll, TOGETHER_MS);
    });
  }
}

/** @returns whether what is in `dist` has changed. */
function compile(source: string): boolean {
  const target = join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
  const before = existsSync(target) ? readFileSync(target, 'utf8') : null;
  let code: string | null = null;
  try {
    if (existsSync(join(ROOT, source))) {
      code = transformFileSync(join(ROOT, source), { ...SWC, sourceMaps: 'inline' }).code;
    }
  } catch {
    // Not TypeScript: the check says what is wrong with it.
    return false;
  }
  if (code === before) return false;
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
  run(program, ['--logLevel', 'warn'], { cwd: DASHBOARD, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function main(): Promise<void> {
  const port = await freePort();
  spawnSync(process.execPath, ['bin/build.cjs', '--if-stale'], { cwd: ROOT, stdio: 'inherit' });
  serveDashboard(port);
  compileSaved();
  const start = spawn(process.execPath, ['dist/src/cli/start.js', '--watch', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: {
      ...process.env,
      DASHBOARD_DEV_SERVER: `http://127.0.0.1:${port}`,
      // Of Node 22.1 and later: modules that did not change are loaded faster.
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
