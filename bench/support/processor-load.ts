import { type ChildProcess, fork } from 'node:child_process';

/** Work that keeps a processor busy and asks nobody for anything. */
export interface Bursts {
  /** Milliseconds of each stretch of work, gone through in turn. */
  bursts: readonly number[];
  /** Milliseconds between two of them. */
  pause: number;
  seconds: number;
}

/** A process of its own that does such work. */
export interface ProcessorLoad {
  pid: number;
  run(work: Bursts): Promise<void>;
  close(): Promise<void>;
}

export function startProcessorLoad(): ProcessorLoad {
  const child: ChildProcess = fork(__filename, { stdio: 'inherit' });
  return {
    pid: child.pid as number,
    run: (work) =>
      new Promise((resolve) => {
        child.once('message', () => resolve());
        child.send(work);
      }),
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

/** Nothing else happens in this process: it may block. */
function work({ bursts, pause, seconds }: Bursts): void {
  const end = performance.now() + seconds * 1000;
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; performance.now() < end; i += 1) {
    const until = performance.now() + (bursts[i % bursts.length] as number);
    while (performance.now() < until);
    Atomics.wait(never, 0, 0, pause);
  }
}

if (require.main === module) {
  process.on('message', (asked: Bursts) => {
    work(asked);
    process.send?.('done');
  });
  process.on('disconnect', () => process.exit(0));
}
