'use strict';
/**
 * Compiles the sources into `dist/` and builds the dashboard and the client, and remembers what it was made from.
 *
 *     node bin/build.cjs               always
 *     node bin/build.cjs --if-stale    only what is missing or was made from other sources: some 20 ms to find out
 */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { beginClient } = require('./build-client.cjs');
const { beginDashboard, beginWidget } = require('./build-bundles.cjs');
const { digestOf } = require('./digest.cjs');

const ROOT = join(__dirname, '..');
const SOURCES = ['api', 'workflows', 'activities', 'worker', 'src', 'bench'];
const SETTINGS = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
const STAMP = join(ROOT, 'dist/.sources');
const ENTRY = join(ROOT, 'dist/src/cli/main.js');

function digestOfSources() {
  const folders = SOURCES.filter((name) => existsSync(join(ROOT, name)));
  return digestOf(ROOT, [...SETTINGS, ...folders], (name) => /\.(ts|json)$/.test(name));
}

/** The compiler's program; undefined where it is not installed, as after `npm ci --omit=dev`. */
function findCompiler() {
  try {
    return join(require.resolve('typescript/package.json', { paths: [ROOT] }), '../bin/tsc');
  } catch {
    return undefined;
  }
}

/** What stands between us and running `dist/`: nothing, that it is missing, or that it is from other sources. */
function judge() {
  const isBuilt = existsSync(ENTRY);
  // An installation carries what was compiled and no sources: nothing to compare with, nothing to compile.
  if (!existsSync(join(ROOT, 'tsconfig.build.json'))) return isBuilt ? 'current' : 'missing';
  if (!isBuilt) return 'missing';
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  return stamp === digestOfSources() ? 'current' : 'stale';
}

/** The commit and its date: told by SOURCE_COMMIT and SOURCE_DATE where there is no git, as in an image. */
function commitOfSources() {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() || undefined;
  return {
    commit: process.env.SOURCE_COMMIT || git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'),
    date: process.env.SOURCE_DATE || git('show', '-s', '--format=%cI'),
  };
}

/** Compiles. @returns the exit code. */
function build() {
  const compiler = findCompiler();
  if (!compiler) {
    console.error('TypeScript is not installed, so nothing can be built here: run `npm ci` and `npm run build`.');
    return 1;
  }
  // Taken before: a file that is saved meanwhile makes the next run build again.
  const digest = digestOfSources();
  rmSync(STAMP, { force: true });
  console.error('Building the service, some 20 seconds …');
  for (const args of [[compiler, '-p', 'tsconfig.build.json'], ['dist/src/cli/bundle-workflows.js']]) {
    // Standard output belongs to the command that is run next.
    const { status, error } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (error) throw error;
    if (status !== 0) return status ?? 1;
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist/build-info.json'), JSON.stringify(commitOfSources()));
  writeFileSync(STAMP, digest);
  return 0;
}

/** Builds if that is needed and can be done. @returns the exit code. */
function buildIfStale() {
  const state = judge();
  if (state === 'current') return 0;
  if (state === 'stale' && !findCompiler()) {
    console.error(
      'The sources have changed since the last build, and TypeScript is not installed: running the last build.',
    );
    return 0;
  }
  return build();
}

module.exports = { buildIfStale };

/** All at once: the builds of the packages run while the compiler does. */
async function main(ifStale) {
  const packages = [
    beginDashboard({ ifStale }),
    beginWidget({ ifStale }),
    beginClient({ ifStale, compiler: findCompiler() }),
  ];
  const status = ifStale ? buildIfStale() : build();
  process.exitCode = status || Math.max(...(await Promise.all(packages)));
}

if (require.main === module) void main(process.argv[2] === '--if-stale');
