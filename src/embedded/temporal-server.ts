import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Connection } from '@temporalio/client';
import { freePort } from '../platform/process/free-port.js';
import { prepareNamespace, SEARCH_ATTRIBUTES } from '../platform/temporal/prepare-namespace.js';
import { startChild, untilReady } from './processes.js';
import { StartError } from './start-error.js';
import { temporalFault } from './temporal-fault.js';

export interface TemporalServerOptions {
  /** The `temporal` command line, from {@link locateTemporalServer}. */
  path: string;
  /** Where workflows are kept; without it they are gone with the server. */
  dataFile?: string;
  /** The first is made ready for long use; all have the search attributes. */
  namespaces: [string, ...string[]];
  /** Serves the web pages too. */
  withUi: boolean;
  /** Where those are served; default: {@link UI_PORT}, or another port when it is in use. */
  uiPort?: number;
  logFile: string;
  /** The ports of an earlier server, so that this one has the same address; free ones when absent. */
  ports?: TemporalPorts;
}

interface TemporalPorts {
  grpc: number;
  ui: number;
  http: number;
  metrics: number;
}

export type TemporalServer = Awaited<ReturnType<typeof startTemporalServer>>;

/** Where people look for Temporal's pages; another port is taken when this one is in use. */
const UI_PORT = 8233;

/** Without these a task hop costs 50 ms, and one task in a hundred waits two seconds. */
const DYNAMIC_CONFIG = {
  'history.transferProcessorMaxPollRPS': 200,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** SQLite's own journal forces changes to disk four times over, for a seventh of the workflows; this survives kills as well. */
const PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** Runs Temporal's development server on free loopback ports. @throws {StartError} with its last words when it fails. */
export async function startTemporalServer(options: TemporalServerOptions) {
  if (options.dataFile) mkdirSync(dirname(options.dataFile), { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const ports =
      options.ports ?? (await choosePorts(attempt === 1 && options.withUi ? (options.uiPort ?? UI_PORT) : 0));
    const child = await startChild({
      name: 'Temporal',
      file: options.path,
      args: [
        ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${ports.grpc}`, '--http-port', `${ports.http}`],
        ...['--metrics-port', `${ports.metrics}`, '--log-level', 'warn'],
        ...options.namespaces.flatMap((namespace) => ['--namespace', namespace]),
        ...(options.withUi ? ['--ui-port', `${ports.ui}`] : ['--headless']),
        ...(options.dataFile ? ['--db-filename', options.dataFile] : []),
        ...(options.dataFile ? PRAGMAS.flatMap((pragma) => ['--sqlite-pragma', pragma]) : []),
        ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
        ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]),
      ],
      env: plainEnvironment(),
      logFile: options.logFile,
      endSignal: options.dataFile ? 'SIGTERM' : 'SIGKILL',
    });
    const address = `127.0.0.1:${ports.grpc}`;
    if (await untilReady(child, () => becomesReady(address, options.namespaces), 180)) {
      const uiUrl = options.withUi ? `http://127.0.0.1:${ports.ui}` : undefined;
      const fault = () => temporalFault(address, options.namespaces[0]);
      return { address, ports, uiUrl, child, fault, stop: () => child.stop() };
    }
    await child.stop();
    const said = child.tail();
    if (/address already in use/.test(said) && !options.ports && attempt < 5) continue;
    const where = options.dataFile ? ` Its data is in ${join(options.dataFile)}.` : '';
    throw new StartError(`Temporal does not start.${where} It said:\n${said}`);
  }
}

async function choosePorts(preferredUi: number): Promise<TemporalPorts> {
  const [grpc, ui, http, metrics] = await Promise.all([freePort(), freePort(preferredUi), freePort(), freePort()]);
  return { grpc, ui, http, metrics };
}

async function becomesReady(address: string, namespaces: [string, ...string[]]): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '2s' });
  try {
    await prepareNamespace(connection, namespaces[0]);
    return true;
  } finally {
    await connection.close();
  }
}

/** Without the variables by which a shell could give this server another configuration. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}
