import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../src/embedded/fetch-program.js';
import { findOnPath } from '../../src/embedded/find-on-path.js';

/** Programs of others that tests and tools use, each as its Go module and the version that was tried. */
export const GO_PROGRAMS = {
  /** The version for our `stripe` package's version of the API. */
  'stripe-mock': { module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' },
  /** Renders deploy/chart: test/deploy/chart.system.test.ts. */
  helm: { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.20.2' },
  /** A store that speaks S3 over a folder: tools/cluster. */
  versitygw: { module: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' },
} as const;

export type GoProgram = keyof typeof GO_PROGRAMS;

/** The path of a program; built once, and kept in the cache. @throws {Error} when there is no Go to build it with. */
export function installGoProgram(name: GoProgram): string {
  const { module, version } = GO_PROGRAMS[name];
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
  return program;
}
