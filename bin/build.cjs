'use strict';
/**
 * Compiles the sources into `dist/`, and remembers what it compiled.
 *
 *     node bin/build.cjs               always
 *     node bin/build.cjs --if-stale    only when `dist/` is missing or was made from other sources: some 20 ms to find out
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const SOURCES = ['api', 'workflows', 'activities', 'src', 'bench'];
const SETTINGS = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
const STAMP = join(ROOT, 'dist/.sources');
const ENTRY = join(ROOT, 'dist/src/cli/main.js');

/**
 * Names, sizes and times of all sources as one hash. Not only the newest time: a file that was removed, or put back as it
 * was before, is a change too.
 */
function digestOfSources() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith('.ts')) add(path);
    }
  };
  for (const name of SETTINGS) add(join(ROOT, name));
  for (const name of SOURCES) if (existsSync(join(ROOT, name))) walk(join(ROOT, name));
  return hash.digest('hex');
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
  for (const args of [[compiler, '-p', 'tsconfig.build.json'], ['dist/src/cli/bundle-workflows.js']]) {
    // Standard output belongs to the command that is run next.
    const { status, error } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (error) throw error;
    if (status !== 0) return status ?? 1;
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
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

if (require.main === module) process.exitCode = process.argv[2] === '--if-stale' ? buildIfStale() : build();
