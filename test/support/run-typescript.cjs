/** `node -r ./test/support/run-typescript.cjs file.ts`: for tests that need a separate process from the sources. */
require('./resolve-ts.cjs');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const SWC = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: true },
};

/** What was compiled once in a run of the tests, for the processes that follow; outside of one nothing is kept. */
const kept = process.env.TEST_FOLDER && join(process.env.TEST_FOLDER, 'compiled');
if (kept) mkdirSync(kept, { recursive: true });

/** Files of source maps, by the source; filled where what is compiled is kept. */
const sourceMaps = new Map();

const load = (module, filename) => {
  module._compile(kept ? compileOnce(filename) : compile(filename).code, filename);
};
require.extensions['.ts'] = load;
// The dashboard's list of pages names icons.
require.extensions['.tsx'] = load;

function compileOnce(filename) {
  const file = join(kept, createHash('sha1').update(filename).update(readFileSync(filename)).digest('hex'));
  sourceMaps.set(filename, `${file}.map`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code, map } = compile(filename);
  // The code last: where it is, its map is.
  keep(`${file}.map`, map);
  keep(file, code);
  return code;
}

/** Whole at once: another process may be looking for it. */
function keep(file, content) {
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

function compile(filename) {
  // Loaded where something is left to compile.
  const { transformFileSync } = require('@swc/core');
  const parser = { ...SWC.jsc.parser, tsx: filename.endsWith('.tsx') };
  const jsc = { ...SWC.jsc, parser, transform: { react: { runtime: 'automatic' } } };
  return transformFileSync(filename, { ...SWC, jsc, sourceMaps: true });
}

module.exports = { SWC, sourceMaps };
