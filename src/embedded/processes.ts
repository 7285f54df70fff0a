import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dropFromGuardian, guard } from './guardian.js';
import { StartError } from './start-error.js';

export interface ChildOptions {
  name: string;
  file: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Receives both outputs; the folder is made. Without it they are thrown away. */
  logFile?: string;
  /** The signal that asks for an orderly end. */
  endSignal?: NodeJS.Signals;
  /** How long it may take to end before it is ended by force. */
  graceSeconds?: number;
  /** Opens a message channel, whose end shows the child that this process is gone. Such children are ended first. */
  channel?: boolean;
}

/** One process in a group of its own: a Ctrl-C in the terminal reaches us alone, and we decide the order of ending. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Settles when it has ended, saying how; never rejects. */
  readonly ended: Promise<string>;
  /** Settles when it says `ready` on its channel; never when it has none. */
  readonly ready: Promise<void>;
  isRunning(): boolean;
  /** The last lines it wrote to its log file. */
  tail(lines?: number): string;
  /** Asks it to end, and ends its whole group by force when it takes longer than this; as {@link ChildOptions} say when absent. */
  stop(graceSeconds?: number): Promise<void>;
}

const running = new Map<Child, ChildOptions>();
let stopping = false;

/** Starts a process that ends with this one. @throws {StartError} when it cannot be executed, or all is being stopped. */
export async function startChild(options: ChildOptions): Promise<Child> {
  if (stopping) throw new StartError('Stopped before everything was started.');
  const output = options.logFile ? openLog(options.logFile) : 'ignore';
  const spawnOptions: SpawnOptions = {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: options.channel ? ['ignore', output, output, 'ipc'] : ['ignore', output, output],
  };
  const child = spawn(options.file, options.args, spawnOptions);
  if (typeof output === 'number') closeSync(output);
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    throw new StartError(`${options.file} cannot be executed: ${error.message}`);
  }
  child.on('error', () => {});
  const endSignal = options.endSignal ?? 'SIGTERM';
  guard(pid, endSignal);
  const handle = describeChild(child, pid, options, endSignal);
  running.set(handle, options);
  void handle.ended.then(() => {
    running.delete(handle);
    dropFromGuardian(pid);
  });
  return handle;
}

function describeChild(child: ChildProcess, pid: number, options: ChildOptions, endSignal: NodeJS.Signals): Child {
  let alive = true;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      alive = false;
      resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`);
    });
  });
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve());
  });
  return {
    name: options.name,
    pid,
    ended,
    ready,
    isRunning: () => alive,
    tail: (lines = 25) => (options.logFile ? lastLines(options.logFile, lines) : ''),
    async stop(graceSeconds = options.graceSeconds ?? 10) {
      if (alive) signalProcess(pid, endSignal);
      const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceSeconds * 1_000);
      await ended;
      clearTimeout(force);
      signalGroup(pid, 'SIGKILL');
    },
  };
}

/** Runs a program to its end. @throws {StartError} with the last lines of its output when it fails. */
export async function runChild(options: ChildOptions & { logFile: string }): Promise<void> {
  const child = await startChild(options);
  const ending = await child.ended;
  if (ending !== 'ended with exit code 0') throw new StartError(`${options.name} ${ending}:\n${child.tail()}`);
}

export function runningChildren(): Child[] {
  return [...running.keys()];
}

/** True from the moment when everything is being ended: what exits now was asked to. */
export function isStopping(): boolean {
  return stopping;
}

/** Ends every process started here, users of other processes first, and lets no other begin. */
export async function stopAllChildren(): Promise<void> {
  stopping = true;
  const users = [...running].filter(([, options]) => options.channel).map(([child]) => child);
  await Promise.all(users.map((child) => child.stop()));
  await Promise.all(runningChildren().map((child) => child.stop()));
}

/** Ends them all by force, for an impatient user. */
export function killAllChildren(): void {
  stopping = true;
  for (const { pid } of running.keys()) signalGroup(pid, 'SIGKILL');
}

/** True while a process of this id exists, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, as the signal intended.
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
}

/** Asks `check` again and again until it answers true; gives up when the child ends, the time is over or a `StartError` is thrown. */
export async function untilReady(child: Child, check: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const limit = performance.now() + seconds * 1_000;
  while (child.isRunning() && performance.now() < limit) {
    const ended = child.ended.then(() => false);
    if (await Promise.race([check().catch(giveUpOnStartError), ended])) return true;
    await pause(40);
  }
  return false;
}

function giveUpOnStartError(error: unknown): false {
  if (error instanceof StartError) throw error;
  return false;
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
  return openSync(file, 'w', 0o600);
}

function lastLines(file: string, count: number): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
