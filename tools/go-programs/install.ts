import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../src/embedded/fetch-program.js';
import { findOnPath } from '../../src/embedded/find-on-path.js';

/** Programs of others that tests use, each as its Go module and the version that was tried. */
const PROGRAMS = {
  /** The one that speaks the version of the API that our `stripe` speaks. */
  'stripe-mock': { module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' },
  /** Renders deploy/chart: test/deploy/chart.system.test.ts. */
  helm: { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.20.2' },
} as const;

const isKnown = (name = ''): name is keyof typeof PROGRAMS => Object.hasOwn(PROGRAMS, name);

/** Prints the path of a program; built once, and kept in the cache. */
function main(name: string | undefined): void {
  if (!isKnown(name)) throw new Error(`name one of ${Object.keys(PROGRAMS).join(', ')}`);
  const { module, version } = PROGRAMS[name];
  const folder = join(cacheFolder(), `${name}-${version}`);
  const program = join(folder, basename(module));
  if (!existsSync(program)) {
    const go = findOnPath('go');
    if (!go) throw new Error(`${name} is built with Go 1.25 or later (https://go.dev/dl)`);
    mkdirSync(folder, { recursive: true });
    execFileSync(go, ['install', `${module}@${version}`], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  console.log(program);
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
