import { readFileSync } from 'node:fs';
import { buildBulkFile } from '../../src/bulk/build-file.js';
import { findBulkFile } from '../../src/bulk/sql/bulk-files.js';
import { createContext } from '../../src/context/create-context.js';
import { readConfig } from '../../src/platform/config/config.js';

export interface Built {
  seconds: number;
  events: number;
  bytes: number;
  path: string;
  /** Most memory the process ever held, in megabytes. */
  peak: number;
}

/** Makes each file it is told the id of, in a process of its own, so that its memory can be measured. */
async function main(): Promise<void> {
  const ctx = createContext(readConfig(process.env), { name: 'bench builder' });
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ fileId }: { fileId: string }) => {
    const from = performance.now();
    const { events, bytes } = await buildBulkFile(ctx, {
      fileId,
      signal: new AbortController().signal,
      report: () => {},
    });
    const seconds = (performance.now() - from) / 1000;
    const path = (await findBulkFile(ctx.sql, fileId))?.path ?? '';
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    process.send?.({ seconds, events, bytes, path, peak: Number(kilobytes) / 1024 } satisfies Built);
  });
  process.send?.('ready');
}

void main();
