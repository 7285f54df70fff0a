import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/config/project-root.js';

const facts = z.object({
  base_url: z.string(),
  site_base_url: z.string(),
  website_domain: z.string(),
});

export interface Service extends z.infer<typeof facts> {
  dataDir: string;
  /** Lines of the API's log about faults of ours, unchanged. */
  faults(): string[];
  stop(): Promise<void>;
}

/** Settings that would lead away from the embedded servers, or change answers. */
const NOT_INHERITED =
  /^(DATABASE|TEMPORAL|REDIS|S3|PAYMENTS|BASE_URL|SITE_BASE_URL|HOST$|TLS|TRUSTED|LOG_LEVEL|ENCRYPTION|ALLOW_|DATA_DIR)/;

/** Starts the whole service like `npm start`, on free ports and in its own folder. */
export async function startService(): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-events-fuzz-'));
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
  const child = spawn(process.execPath, ['dist/src/cli/start.js'], {
    cwd: projectRoot(),
    // Calls name addresses of their own: the limits of an address must not stand in the way.
    env: { ...Object.fromEntries(inherited), DATA_DIR: dataDir, PORT: '0', TRUSTED_PROXIES: '127.0.0.1,::1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  await untilReady(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    ...facts.parse(JSON.parse(readFileSync(join(dataDir, 'start.json'), 'utf8'))),
    dataDir,
    faults: () => readFileSync(join(dataDir, 'logs/api.log'), 'utf8').split('\n').filter(isFault),
    stop,
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Ctrl-C stops everything')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The service did not start:\n${output}`)));
  });
}

/** Errors of pino, or lines that are none of its: what Node prints when a process breaks. */
function isFault(line: string): boolean {
  if (line.trim() === '') return false;
  try {
    const { level } = JSON.parse(line) as { level?: number };
    return typeof level === 'number' && level >= 50;
  } catch {
    return true;
  }
}
