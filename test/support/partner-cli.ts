import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../src/config/project-root.js';
import type { TestContext } from './context.js';

export interface CommandEnd {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run partner -- …` from the sources, on the database of a test. */
export function runPartner(ctx: TestContext, args: string[], env: Record<string, string> = {}): Promise<CommandEnd> {
  const file = join(projectRoot(), 'src/cli/main.ts');
  const options = {
    cwd: projectRoot(),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: ctx.databaseUrl,
      DATA_DIR: ctx.config.dataDir,
      BASE_URL: ctx.config.baseUrl,
      ...env,
    },
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['-r', join(__dirname, 'run-typescript.cjs'), file, ...args],
      options,
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
