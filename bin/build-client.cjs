'use strict';
const { spawn } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { digestOf } = require('./digest.cjs');

const PACKAGE = join(__dirname, '../packages/client');
const SOURCES = ['README.md', 'package.json', 'src', 'tsconfig.json'];
/** Beside those of the others: what is in the package's own `dist/` is published. */
const STAMP = join(__dirname, '../dist/.client');
/** What the API serves as `/client.tgz`, and partners install. */
const TARBALL = join(__dirname, '../dist/client/client.tgz');
/** Node tells the format of a file by the package it is in: the CommonJS half is a package of its own for that. */
const HALVES = {
  esm: { module: 'esnext', type: 'module' },
  cjs: { module: 'commonjs', type: 'commonjs' },
};

/** Runs a program in the package. @returns a promise of its exit code. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    // Standard output belongs to the command that is run next.
    const child = spawn(program, args, { cwd: PACKAGE, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
}

async function compile(compiler, half) {
  const folder = join(PACKAGE, 'dist', half);
  const { module, type } = HALVES[half];
  const args = [compiler, '-p', 'tsconfig.json', '--noEmit', 'false', '--outDir', folder, '--module', module];
  // The other half writes `require` where the sources have `import`.
  if (half === 'cjs') args.push('--verbatimModuleSyntax', 'false');
  const status = await run(process.execPath, args);
  if (status === 0) writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type })}\n`);
  return status;
}

/** The package as one file. npm writes the same bytes for the same content. @returns a promise of the exit code. */
async function pack() {
  const folder = join(TARBALL, '..');
  mkdirSync(folder, { recursive: true });
  const status = await run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const { name, version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const made = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  if (status === 0) renameSync(join(folder, made), TARBALL);
  return status;
}

/**
 * Begins to build `packages/client` into its `dist/`, an ES module and a CommonJS module, and packs it, in two seconds. Without
 * its sources or the compiler there is nothing to do.
 *
 * @param options.ifStale only when it is missing or was made from other sources.
 * @returns a promise of the exit code.
 */
async function beginClient({ ifStale, compiler }) {
  if (!compiler || !existsSync(join(PACKAGE, 'tsconfig.json'))) return 0;
  const digest = digestOf(PACKAGE, SOURCES);
  if (ifStale && existsSync(TARBALL) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return 0;
  rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true });
  const compiled = Math.max(...(await Promise.all(Object.keys(HALVES).map((half) => compile(compiler, half)))));
  const status = compiled || (await pack());
  mkdirSync(join(STAMP, '..'), { recursive: true });
  if (status === 0) writeFileSync(STAMP, digest);
  return status;
}

module.exports = { beginClient };

if (require.main === module) {
  const compiler = join(require.resolve('typescript/package.json'), '../bin/tsc');
  void beginClient({ ifStale: true, compiler }).then((status) => {
    process.exitCode = status;
  });
}
