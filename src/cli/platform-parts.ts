import { join } from 'node:path';
import { locateTemporalServer } from '../embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../embedded/postgres.js';
import { type Child, startChild } from '../embedded/processes.js';
import { explain, type Part } from '../embedded/supervisor.js';
import { startTemporalServer, type TemporalServer } from '../embedded/temporal-server.js';
import type { Config } from '../platform/config/config.js';
import { projectRoot } from '../platform/config/project-root.js';

/** An embedded server, which keeps its port, so that its clients find it again. */
export interface ServerPart extends Part {
  /** Its address since the last start. */
  address(): string;
}

export function postgresPart(folder: string, say: (line: string) => void): ServerPart {
  let port: number | undefined;
  let url = '';
  return {
    name: 'Postgres',
    address: () => url,
    async start() {
      const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: say, port });
      url = server.url;
      port = Number(new URL(url).port);
      return server.child;
    },
  };
}

export interface TemporalPart extends ServerPart {
  uiUrl(): string | undefined;
}

export function temporalPart(config: Config, folder: string, say: (line: string) => void): TemporalPart {
  let server: TemporalServer | undefined;
  return {
    name: 'Temporal',
    address: () => server?.address ?? '',
    uiUrl: () => server?.uiUrl,
    fault: async () => server?.fault() ?? null,
    async start() {
      server = await startTemporalServer({
        path: await locateTemporalServer(say),
        dataFile: join(folder, 'temporal/temporal.db'),
        namespaces: [config.temporal.namespace],
        withUi: true,
        uiPort: config.temporal.uiPort,
        logFile: join(folder, 'logs/temporal.log'),
        ports: server?.ports,
      });
      return server.child;
    },
  };
}

export interface ProgramOptions {
  name: string;
  /** Below `dist`. */
  entry: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Resolves when the servers it needs are up. */
  servers: () => Promise<void>;
  /** Starts it again whenever a file changes that it has loaded: Node's own, which outlives a program that ends. */
  watch?: boolean;
}

const WATCH = ['--watch', '--watch-preserve-output'];

/** A process of ours, which reports when it is ready. */
export function programPart({ name, entry, folder, env, servers, watch }: ProgramOptions): Part {
  return {
    name,
    async start() {
      await servers();
      const child = await startChild({
        name,
        file: process.execPath,
        args: [...(watch ? WATCH : []), '--enable-source-maps', join(projectRoot(), 'dist', entry)],
        env,
        logFile: join(folder, 'logs', `${name}.log`),
        channel: true,
        graceSeconds: 30,
      });
      await untilItSaysReady(child);
      return child;
    },
  };
}

async function untilItSaysReady(child: Child): Promise<void> {
  const ended = child.ended.then((how) => {
    throw explain(child, how);
  });
  ended.catch(() => {});
  await Promise.race([child.ready, ended]);
}
