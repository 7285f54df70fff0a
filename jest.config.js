require('./test/support/resolve-ts.cjs');

const SYSTEM = '**/*.system.test.ts';

/** What both suites share. The global set-up starts a Postgres and a Temporal server on free ports, once a run. */
const suite = {
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  roots: ['<rootDir>/test'],
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
};

/**
 * `npm test` runs the first project, `npm run test:system` the second, and `npx jest <path>` what it finds in either. An
 * option ends the names of projects in these scripts, so that paths may follow them.
 */
module.exports = {
  projects: [
    { ...suite, displayName: 'business', testMatch: ['**/*.test.ts', `!${SYSTEM}`] },
    { ...suite, displayName: 'system', testMatch: [SYSTEM] },
  ],
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // One more than the cores it must do with: much of the time a file waits, for a process to start or a server to notice. Files of
  // the business wait longer still, and start few processes: `npm test` takes one more.
  maxWorkers: 3,
  // A guard against what hangs, far above what anything takes on a busy machine.
  testTimeout: 300_000,
};
