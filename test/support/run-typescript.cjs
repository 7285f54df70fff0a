/** `node -r ./test/support/run-typescript.cjs file.ts`: for tests that need a process of its own from the sources. */
require('./resolve-ts.cjs');
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
