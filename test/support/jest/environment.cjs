const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * Test files run in the process's own realm instead of a `vm` context each, so that packages that are loaded once a
 * worker (`runtime.cjs`) and the modules of a test file agree on what an `Array` and an `Error` are. What a file leaves
 * behind on the global object and in the environment variables is taken away after it.
 */
class OneRealm {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.before = new Set(Reflect.ownKeys(globalThis));
    this.console = globalThis.console;
    this.exit = process.exit;
    this.variables = { ...process.env };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const key of Reflect.ownKeys(globalThis)) if (!this.before.has(key)) Reflect.deleteProperty(globalThis, key);
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks for one; `runtime.cjs` compiles without it. */
  getVmContext() {
    return globalThis;
  }
}

module.exports = OneRealm;
