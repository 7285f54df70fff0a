const { AsyncLocalStorage } = require('node:async_hooks');
const { statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { dirname } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const { sourceMaps } = require('../run-typescript.cjs');

/** Our own code, whose state hangs on a context; but for the children of a start, which belong to their process. */
const SHARED = /^\/(?!test\/|node_modules\/|src\/embedded\/)/;

const storage = new AsyncLocalStorage();
/** For Jest, which makes a storage for every test file and keeps it: each slows every promise of the worker from then on. */
const ONE_STORAGE = {
  AsyncLocalStorage: function One() {
    return storage;
  },
};

/** Shared by all test files of a worker. */
const compiled = new Map();
const transformed = new Map();
const resolved = new Map();

/**
 * Jest's runtime, which evaluates every module anew for every test file, with two short cuts: a package under
 * `node_modules` and our own code are loaded once a worker by Node itself, and what is evaluated anew (tests, their support
 * and Jest) is read, resolved and compiled once a worker.
 */
class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const [config] = args;
    this.ownPackages = config.transformIgnorePatterns.map((pattern) => new RegExp(pattern));
    this.root = config.rootDir;
    const { executor, transformCache, _resolution: resolution } = this;

    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      const { mtimeMs } = statSync(filename);
      const known = transformed.get(filename);
      if (known?.mtimeMs === mtimeMs) {
        if (known.map) transformCache.sourceMaps.set(filename, known.map);
        return known.code;
      }
      const code = transform(filename, options);
      transformed.set(filename, { mtimeMs, code, map: transformCache.sourceMaps.get(filename) });
      return code;
    };

    const ownMap = transformCache.sourceMaps.get.bind(transformCache.sourceMaps);
    transformCache.sourceMaps.get = (filename) => ownMap(filename) ?? sourceMaps.get(filename);

    const resolveCjs = resolution.resolveCjs.bind(resolution);
    resolution.resolveCjs = (from, to) => {
      if (!to) return from;
      const key = `${dirname(from)}\0${to}`;
      const known = resolved.get(key);
      if (known) return known;
      const path = resolveCjs(from, to);
      resolved.set(key, path);
      return path;
    };

    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, isRequireActual) {
    if (name === 'node:async_hooks' && from.includes('/jest-circus/')) return ONE_STORAGE;
    if (name && name !== 'process' && name !== 'node:process' && !/^(node:)?module$/.test(name) && isBuiltin(name)) {
      return require(name);
    }
    if (name && !options?.isInternalModule && !/^\.{0,2}\//.test(name) && name !== '@jest/globals') {
      const path = this._resolution.resolveCjs(from, name);
      if (this.ownPackages.some((pattern) => pattern.test(path))) return require(path);
    }
    if (name && /^\.{1,2}\//.test(name) && !options?.isInternalModule) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.startsWith(this.root) && SHARED.test(path.slice(this.root.length))) return require(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }
}

module.exports = { __esModule: true, default: Runtime };
