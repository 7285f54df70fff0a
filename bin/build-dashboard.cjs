'use strict';
const { spawn } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { digestOf } = require('./digest.cjs');

const ROOT = join(__dirname, '..');
const PACKAGE = 'packages/dashboard';
const SOURCES = ['build', 'index.html', 'package.json', 'src', 'tsconfig.json', 'vite.config.ts'];
/** What forms judge their fields by (`IN_BROWSERS_TOO` in tools/rooms/rooms.ts), and what that may import. */
const SHARED = ['api/dashboard/bodies.ts', 'api/http/issue-words.ts', 'src/core'];
const BUILT = join(ROOT, 'dist/dashboard/index.html');
const STAMP = join(ROOT, 'dist/.dashboard');

/** The bundler's program; undefined where it is not installed, as after `npm ci --omit=dev`. */
function findBundler() {
  try {
    return join(require.resolve('vite/package.json', { paths: [join(ROOT, PACKAGE)] }), '../bin/vite.js');
  } catch {
    return undefined;
  }
}

/**
 * Begins to build `packages/dashboard` into `dist/dashboard/`. An installation has its build and no sources, and without the
 * bundler the last build goes on being served; the compiler's part says so.
 *
 * @param options.ifStale only when it is missing or was made from other sources.
 * @returns a promise of the exit code.
 */
function beginDashboard({ ifStale }) {
  const bundler = findBundler();
  if (!existsSync(join(ROOT, PACKAGE, 'vite.config.ts')) || !bundler) return Promise.resolve(0);
  // Taken before: a file that is saved meanwhile makes the next run build again.
  const rules = readdirSync(join(ROOT, 'src')).map((room) => `src/${room}/rules`);
  const shared = [...SHARED, ...rules.filter((folder) => existsSync(join(ROOT, folder)))];
  const digest = digestOf(ROOT, [...SOURCES.map((name) => `${PACKAGE}/${name}`), ...shared]);
  const stamp = existsSync(BUILT) && existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (ifStale && stamp === digest) return Promise.resolve(0);
  rmSync(STAMP, { force: true });
  const args = [bundler, 'build', '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    const options = {
      cwd: join(ROOT, PACKAGE),
      // Standard output belongs to the command that is run next.
      stdio: ['ignore', 2, 2],
      // React has another, larger build for everything else.
      env: { ...process.env, NODE_ENV: 'production' },
    };
    const child = spawn(process.execPath, args, options);
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) writeFileSync(STAMP, digest);
      resolve(status ?? 1);
    });
  });
}

module.exports = { beginDashboard };
