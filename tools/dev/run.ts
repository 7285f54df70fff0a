import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dismissGuardian, guard } from '../../src/embedded/guardian.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';

/**
 * `npm run dev`: all that `npm start` runs. The compiler writes what is saved into `dist`, Node restarts the API or the worker
 * when a module changes that it has loaded, and Vite reloads the dashboard. Postgres and Temporal stay up.
 */
const ROOT = projectRoot();
const DASHBOARD = join(ROOT, 'packages/dashboard');
const COMPILED = 'Watching for file changes';

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

/** Compiles what is saved; its errors go to the terminal. @returns once everything is compiled for the first time. */
function watchSources(): Promise<void> {
  const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'];
  const compiler = run(programOf('typescript', 'bin/tsc'), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    compiler.once('exit', (code) => reject(new Error(`the compiler ended with ${code}`)));
    compiler.stdout?.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      if (!text.includes(COMPILED)) return;
      bundleWorkflows();
      resolve();
    });
  });
}

function serveDashboard(port: number): void {
  const env = { ...process.env, DASHBOARD_DEV_PORT: `${port}` };
  const program = programOf('vite', 'bin/vite.js', DASHBOARD);
  run(program, ['--logLevel', 'warn'], { cwd: DASHBOARD, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function main(): Promise<void> {
  const port = await freePort();
  serveDashboard(port);
  await watchSources();
  const start = spawn(process.execPath, ['dist/src/cli/start.js', '--watch', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, DASHBOARD_DEV_SERVER: `http://127.0.0.1:${port}` },
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
