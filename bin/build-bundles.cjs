'use strict';
const { spawn } = require('node:child_process');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { digestOf } = require('./digest.cjs');

const ROOT = join(__dirname, '..');
/** What forms judge their fields by (`IN_BROWSERS_TOO` in tools/rooms/rooms.ts), and what that may import. */
const SHARED = ['api/dashboard/bodies.ts', 'api/http/issue-text.ts', 'src/core'];

/** The bundler's program; undefined where it is not installed, as after `npm ci --omit=dev`. */
function findBundler(folder) {
  try {
    return join(require.resolve('vite/package.json', { paths: [join(ROOT, folder)] }), '../bin/vite.js');
  } catch {
    return undefined;
  }
}

/**
 * Begins to build a package for browsers. An installation has its build and no sources, and without the bundler the last build
 * goes on being served; the compiler's part says so.
 *
 * @param options.ifStale only when it is missing or was made from other sources.
 * @returns a promise of the exit code.
 */
function beginBundle({ ifStale, folder, sources, shared = [], built, stamp }) {
  const bundler = findBundler(folder);
  if (!existsSync(join(ROOT, folder, 'vite.config.ts')) || !bundler) return Promise.resolve(0);
  // Taken before: a file that is saved meanwhile makes the next run build again.
  const digest = digestOf(ROOT, [...sources.map((name) => `${folder}/${name}`), ...shared]);
  const last =
    existsSync(join(ROOT, built)) && existsSync(join(ROOT, stamp)) ? readFileSync(join(ROOT, stamp), 'utf8') : '';
  if (ifStale && last === digest) return Promise.resolve(0);
  rmSync(join(ROOT, stamp), { force: true });
  const args = [bundler, 'build', '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    const options = {
      cwd: join(ROOT, folder),
      // Standard output belongs to the command that is run next.
      stdio: ['ignore', 2, 2],
      // React has another, larger build for everything else.
      env: { ...process.env, NODE_ENV: 'production' },
    };
    const child = spawn(process.execPath, args, options);
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) writeFileSync(join(ROOT, stamp), digest);
      resolve(status ?? 1);
    });
  });
}

/** `packages/dashboard` into `dist/dashboard/`. */
function beginDashboard({ ifStale }) {
  const folder = 'packages/dashboard';
  if (!existsSync(join(ROOT, folder, 'vite.config.ts'))) return Promise.resolve(0);
  const rules = readdirSync(join(ROOT, 'src')).map((room) => `src/${room}/rules`);
  return beginBundle({
    ifStale,
    folder,
    sources: ['build', 'index.html', 'package.json', 'src', 'tsconfig.json', 'vite.config.ts'],
    shared: [...SHARED, ...rules.filter((one) => existsSync(join(ROOT, one)))],
    built: 'dist/dashboard/index.html',
    stamp: 'dist/.dashboard',
  });
}

/** `packages/widget` into `dist/widget/`. */
function beginWidget({ ifStale }) {
  return beginBundle({
    ifStale,
    folder: 'packages/widget',
    sources: ['package.json', 'src', 'tsconfig.json', 'vite.config.ts'],
    built: 'dist/widget/widget.js',
    stamp: 'dist/.widget',
  });
}

module.exports = { beginDashboard, beginWidget };
