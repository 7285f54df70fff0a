require('./test/support/resolve-ts.cjs');

/** One command runs everything; the global set-up starts its own Postgres and Temporal servers on free ports. */
module.exports = {
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
    'node_modules/oauth4webapi/.+\\.js$': ['@swc/jest', { module: { type: 'commonjs' } }],
  },
  // An ES module alone, which Jest does not load as one.
  transformIgnorePatterns: ['/node_modules/(?!oauth4webapi/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // One more than the cores it must do with: much of the time a file waits, for a process to start or a server to notice.
  maxWorkers: 3,
  // A guard against what hangs, far above what anything takes on a busy machine.
  testTimeout: 300_000,
};
