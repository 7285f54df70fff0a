const { statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { dirname } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Remembers by their number which schemas are registered, and so would take those of the next file for this one's. */
const LOADED_ANEW = /\/node_modules\/fastify-type-provider-zod\//;

/** Shared by all test files of a worker. */
const compiled = new Map();
const transformed = new Map();
const resolved = new Map();

/**
 * Jest's runtime, which evaluates every module anew for every test file, with two short cuts: a package under
 * `node_modules` is loaded once a worker by Node itself, and what is evaluated anew (the project's own modules and Jest's)
 * is read, resolved and compiled once a worker.
 */
class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const [config] = args;
    this.ownPackages = config.transformIgnorePatterns.map((pattern) => new RegExp(pattern));
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
    if (name && name !== 'process' && name !== 'node:process' && !/^(node:)?module$/.test(name) && isBuiltin(name)) {
      return require(name);
    }
    if (name && !options?.isInternalModule && !/^\.{0,2}\//.test(name) && name !== '@jest/globals') {
      const path = this._resolution.resolveCjs(from, name);
      const isShared = this.ownPackages.some((pattern) => pattern.test(path)) && !LOADED_ANEW.test(path);
      if (isShared) return require(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }
}

module.exports = { __esModule: true, default: Runtime };
