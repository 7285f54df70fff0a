import type { Readable } from 'node:stream';
import { actorName } from './actor.js';
import { exitCodeOf, type Failure } from './failure.js';
import { type Column, toTable } from './print.js';

/** An output for text: a stream of the process, or a test's collector. */
interface TextSink {
  write(text: string): unknown;
  isTTY?: boolean;
}

export interface Io {
  stdin: Readable;
  stdout: TextSink;
  stderr: TextSink;
  env: NodeJS.ProcessEnv;
  /** For commands that run until they are stopped: aborted by Ctrl-C or SIGTERM. Other commands just exit. */
  ending: () => AbortSignal;
}

/** Codes that a command ends with (docs/commands.md). */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

interface ProgressLine {
  /** Replaces the line on a terminal; elsewhere prints it now and then. */
  show(text: string): void;
  /** Prints a line that stays. */
  say(text: string): void;
  clear(): void;
}

/** On a terminal ten times a second is plenty; in a file, one line each five seconds. */
const EVERY_MS = { terminal: 100, file: 5_000 };

/** For a run that only writes its result. */
const silentProgress: ProgressLine = { show() {}, say() {}, clear() {} };

/** A line with the progress of a long command. */
function progressOn(stream: TextSink): ProgressLine {
  const every = stream.isTTY ? EVERY_MS.terminal : EVERY_MS.file;
  let shown = performance.now();
  const erase = () => stream.isTTY && stream.write('\r\x1b[K');
  return {
    show(text) {
      const now = performance.now();
      if (now - shown < every) return;
      shown = now;
      erase();
      stream.write(stream.isTTY ? text : `${text}\n`);
    },
    say(text) {
      erase();
      stream.write(`${text}\n`);
    },
    clear: erase,
  };
}

/** One run of one command: its outputs, their form, and its end. With `--json` nothing but the document is written. */
export class Session {
  exitCode: number = EXIT.ok;
  /** Who acts, for the audit log. */
  by: string | undefined;

  constructor(
    readonly io: Io,
    readonly json: boolean,
  ) {}

  get actor(): string {
    return this.by ?? actorName();
  }

  /** A line for people, on standard output. */
  say(line: string): void {
    if (!this.json) this.io.stdout.write(`${line}\n`);
  }

  /** A note for people, not a result, on standard error. */
  note(line: string): void {
    if (!this.json) this.io.stderr.write(`${line}\n`);
  }

  table<Row>(headings: string[], rows: readonly Row[], columns: readonly Column<NoInfer<Row>>[]): void {
    this.say(toTable(headings, rows, columns));
  }

  /** A further table, with an empty line above it; nothing without rows. */
  part<Row>(headings: string[], rows: readonly Row[], columns: readonly Column<NoInfer<Row>>[]): void {
    if (rows.length === 0) return;
    this.say('');
    this.table(headings, rows, columns);
  }

  progress(): ProgressLine {
    return this.json ? silentProgress : progressOn(this.io.stderr);
  }

  /** The result, once, as JSON. */
  document(value: unknown): void {
    this.io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** A document on a line of its own, for commands that run until they are stopped. */
  line(value: unknown): void {
    if (this.json) this.io.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** The command ran, and found a failure. */
  markFailed(): void {
    this.exitCode = EXIT.failed;
  }

  /** Ends with a message, or with `--json` one error object, on standard error. */
  fail(failure: Failure): void {
    this.exitCode = exitCodeOf(failure);
    this.io.stderr.write(this.json ? `${JSON.stringify({ error: failure })}\n` : `${failure.message}\n`);
  }
}

/** Resolves when the signal is aborted, at once if it was before. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
