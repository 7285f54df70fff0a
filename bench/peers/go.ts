import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { ReadingSite } from '../support/reading-site.js';

export interface GoPeer {
  origin: string;
  pid: number;
  close(): Promise<void>;
}

/** Where Go is, if it is on this machine. */
function findGo(): string | null {
  const candidates = [
    ...(process.env.PATH ?? '').split(':').map((folder) => join(folder, 'go')),
    '/usr/local/go/bin/go',
  ];
  return candidates.find((file) => existsSync(file)) ?? null;
}

/**
 * The hand-written service of `bench/peers/go` over the site's database; null, and a sentence that says so, where it cannot
 * be built.
 */
export async function startGoPeer(site: ReadingSite): Promise<GoPeer | null> {
  const go = findGo();
  if (!go) {
    console.log('Go is missing (1.25 or later): GET /events is not compared with a service written in it');
    return null;
  }
  const folder = join(projectRoot(), '.cache', 'bench-go');
  const program = join(folder, 'peer');
  mkdirSync(folder, { recursive: true });
  try {
    const cwd = join(projectRoot(), 'bench/peers/go');
    execFileSync(go, ['build', '-o', program, '.'], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  } catch (error) {
    console.log(`bench/peers/go cannot be built, so GET /events is not compared with it: ${String(error)}`);
    return null;
  }
  const { database, origin } = site.ctx.config;
  const child: ChildProcess = spawn(program, {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: site.ctx.encryptionKey.toString('base64'),
      ORIGIN: origin,
      CONNECTIONS: '8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the Go service ended with ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
    },
  };
}
