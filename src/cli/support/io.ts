import type { Readable } from 'node:stream';

/** An output for text: a stream of the process, or a test's collector. */
export interface TextSink {
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
