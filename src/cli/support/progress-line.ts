import type { TextSink } from './io.js';

export interface ProgressLine {
  /** Replaces the line on a terminal; elsewhere prints it now and then. */
  show(text: string): void;
  /** Prints a line that stays. */
  say(text: string): void;
  clear(): void;
}

/** On a terminal ten times a second is plenty; in a file, one line each five seconds. */
const EVERY_MS = { terminal: 100, file: 5_000 };

/** For a run that only writes its result. */
export const silentProgress: ProgressLine = { show() {}, say() {}, clear() {} };

/** A line with the progress of a long command. */
export function progressOn(stream: TextSink): ProgressLine {
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
