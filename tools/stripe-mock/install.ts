import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../src/embedded/fetch-program.js';
import { findOnPath } from '../../src/embedded/find-on-path.js';

/** The one that speaks the version of the API that our `stripe` speaks. */
const VERSION = 'v0.203.0';

/** Prints the path of stripe-mock, for test/payments/stripe-requests.system.test.ts; built from its Go module once, and kept in the cache. */
function main(): void {
  const folder = join(cacheFolder(), `stripe-mock-${VERSION}`);
  const program = join(folder, 'stripe-mock');
  if (!existsSync(program)) {
    const go = findOnPath('go');
    if (!go) throw new Error('stripe-mock is built with Go 1.22 or later (https://go.dev/dl)');
    mkdirSync(folder, { recursive: true });
    execFileSync(go, ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  console.log(program);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
