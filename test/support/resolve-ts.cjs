/**
 * Lets Jest's global set-up, which is loaded by plain `require`, import `./x.js` where the source is `./x.ts`, as the
 * compiler and the tests do.
 */
const Module = require('node:module');

const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function resolveSource(request, parent, ...rest) {
  const fromSource = parent?.filename?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(request);
  if (!fromSource) return resolveFilename.call(this, request, parent, ...rest);
  return resolveFilename.call(this, request.replace(/\.js$/, '.ts'), parent, ...rest);
};
