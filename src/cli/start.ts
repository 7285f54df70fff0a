import { parseArgs } from 'node:util';
import { emptyDataFolder, takeDataFolder } from '../embedded/data-folder.js';
import { dismissGuardian } from '../embedded/guardian.js';
import { killAllChildren, stopAllChildren } from '../embedded/processes.js';
import { endLeftovers, removeRuntime } from '../embedded/runtime-file.js';
import { StartError } from '../embedded/start-error.js';
import { ConfigError, readConfig } from '../platform/config/config.js';
import { startPlatform } from './start-platform.js';

const USAGE = `npm start [-- --fresh] [-- --watch]

Starts everything on this machine. Data stays in DATA_DIR (.data).
  --fresh   delete all data in the data folder and start over
  --watch   restart the API and the worker when their code in dist changes (npm run dev)`;

const say = (line: string): void => console.log(line);

/** Undone in reverse order when the program ends, for any reason. */
const undo: (() => void)[] = [];
let ending = false;

/** Stops everything in order, once, and ends with the given code. */
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await stopAllChildren();
  for (const step of undo.reverse()) step();
  await dismissGuardian();
  process.exit(code);
}

async function fail(error: unknown): Promise<void> {
  if (ending) return;
  const known = error instanceof StartError || error instanceof ConfigError;
  console.error(known ? `\n${error.message}` : error);
  await end(1);
}

function listenForSignals(isReady: () => boolean): void {
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked += 1;
      if (asked === 1) {
        say('\nStopping …');
        void end(isReady() ? 0 : 130);
      } else if (asked > 2) {
        killAllChildren();
      }
    });
  }
}

async function main(): Promise<void> {
  let ready = false;
  listenForSignals(() => ready);
  const options = readOptions();
  if (options.help) {
    say(USAGE);
    return;
  }
  const { dataDir, database } = readConfig(process.env);
  const folder = takeDataFolder(dataDir);
  undo.push(() => folder.release());
  await endLeftovers(folder.path, say);
  undo.push(() => removeRuntime(folder.path));
  if (options.fresh) {
    say(`--fresh: deleting all data in ${folder.path}`);
    emptyDataFolder(folder);
    if (database.url) say('DATABASE_URL is set: --fresh leaves that database as it is.');
  }
  const { watch } = options;
  await startPlatform({ folder: folder.path, say, watch, onFailure: (error) => void fail(error) });
  ready = true;
}

function readOptions(): { fresh?: boolean; watch?: boolean; help?: boolean } {
  try {
    const options = {
      fresh: { type: 'boolean' },
      watch: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

main().catch(fail);
