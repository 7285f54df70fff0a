import type { Readable } from 'node:stream';

/** A place that text is written to: a stream of the process, or what a test collects. */
export interface TextSink {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** What a command may see and touch of its surroundings. */
export interface Io {
  stdin: Readable;
  stdout: TextSink;
  stderr: TextSink;
  env: NodeJS.ProcessEnv;
  /** For commands that run until they are told to end: aborted by Ctrl-C or SIGTERM. Others just die of those. */
  ending: () => AbortSignal;
}
