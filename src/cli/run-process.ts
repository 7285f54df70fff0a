import { runCommand } from './run-command.js';

/** Runs one command as this process: its streams, its environment, its signals, its exit code. */
export async function runProcess(argv: readonly string[]): Promise<void> {
  // `… | head` closes the pipe: nothing went wrong.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { stdin, stdout, stderr, env } = process;
  process.exitCode = await runCommand(argv, { stdin, stdout, stderr, env, ending });
  if (process.connected) process.disconnect();
}

/** The first signal lets the command clean up; a second one ends it at once. */
function ending(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => (controller.signal.aborted ? process.exit(130) : controller.abort()));
  }
  // The parent process is gone.
  process.on('disconnect', () => process.exit());
  return controller.signal;
}
