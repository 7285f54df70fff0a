import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.js';
import { startedAt } from './process-identity.js';
import { isAlive, signalProcess } from './processes.js';

const schema = z.object({
  pid: z.number(),
  started_at: z.string().optional(),
  database_url: z.string().optional(),
  temporal_address: z.string().optional(),
  base_url: z.string().optional(),
  port: z.number().optional(),
  payments: z.string().optional(),
  payouts: z.string().optional(),
  encryption_key: z.string().optional(),
  encryption_key_previous: z.string().optional(),
  example_receiver: z.string().optional(),
  listen_receiver: z.string().optional(),
  processes: z.array(z.object({ name: z.string(), pid: z.number(), started_at: z.string().optional() })).default([]),
});

/** Facts that a running start publishes for the other commands, in `runtime.json` of the data folder. */
export type Runtime = z.infer<typeof schema>;

const fileIn = (folder: string) => join(folder, 'runtime.json');

export function writeRuntime(folder: string, runtime: Runtime): void {
  writePrivateJson(fileIn(folder), runtime);
}

export function removeRuntime(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** The content written by the running start, or undefined when none runs. */
export function readRuntime(folder: string): Runtime | undefined {
  const runtime = read(folder);
  return runtime && startedAt(runtime.pid) === runtime.started_at ? runtime : undefined;
}

/** Ends processes of a start that was killed before it could; a later process with the same id is left alone. */
export async function endLeftovers(folder: string, log: (line: string) => void): Promise<void> {
  const left = read(folder)?.processes.filter((process) => startedAt(process.pid) === process.started_at) ?? [];
  for (const { name, pid } of left) {
    log(`Ending ${name} left from an earlier run (process ${pid})`);
    signalProcess(pid, name === 'Postgres' ? 'SIGINT' : 'SIGTERM');
  }
  const limit = performance.now() + 15_000;
  while (left.some(({ pid }) => isAlive(pid)) && performance.now() < limit) {
    await pause(50);
  }
  for (const { pid } of left) if (isAlive(pid)) signalProcess(pid, 'SIGKILL');
  removeRuntime(folder);
}

function read(folder: string): Runtime | undefined {
  return schema.safeParse(readJson(fileIn(folder))).data;
}
