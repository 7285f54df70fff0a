import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CreatedKey } from '../../../src/access/create-key.js';
import { buildBulkFile } from '../../../src/bulk/build-file.js';
import type { BulkScope } from '../../../src/bulk/rules/bulk.js';
import { addSubscription } from '../../../src/bulk/subscriptions.js';
import type { Context } from '../../../src/platform/context/context.js';
import { createLocalStorage } from '../../../src/platform/files/storage/local.js';
import { bearer, createTestApi, type TestApi } from '../api.js';
import type { TestContextOptions } from '../context.js';
import { temporaryFolder } from '../environment.js';
import { waitFor } from '../wait-for.js';

export interface BulkSite extends TestApi {
  /** A server key that may read bulk files. */
  live: CreatedKey;
  folder: string;
  subscribe(scope?: Partial<BulkScope>): Promise<string>;
  fetch(
    file: string,
    options?: { key?: { key: string }; headers?: Record<string, string>; method?: 'GET' | 'HEAD' },
  ): Promise<BulkReply>;
}

export interface BulkReply {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** An API whose files lie in a folder of its own, which is removed in the end. */
export async function createBulkSite({
  folder = temporaryFolder().path,
  ...context
}: Pick<TestContextOptions, 'now' | 'env'> & { folder?: string } = {}): Promise<BulkSite> {
  const files = createLocalStorage(join(folder, 'files'));
  const api = await createTestApi({
    context: { ...context, env: { ...context.env, DATA_DIR: folder }, replace: { files } },
  });
  const live = await api.newKey({ kind: 'server', capabilities: ['BULK_FEEDS'], rateLimit: 100_000 });
  const site: BulkSite = {
    ...api,
    live,
    folder,
    subscribe: async (scope = {}) => (await addSubscription(api.ctx, { company: api.companyId, ...scope })).id,
    async fetch(file, { key = live, headers = {}, method = 'GET' } = {}) {
      const answer = await api.app.inject({ method, url: `/v1/bulk/${file}`, headers: bearer(key, headers) });
      return {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string | undefined>,
        body: answer.rawPayload,
      };
    },
    async close() {
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return site;
}

/** Makes every file that was asked for, as a worker does; returns how many. */
export async function buildAsked(ctx: Context): Promise<number> {
  const rows = await ctx.sql<{ id: string }[]>`SELECT id FROM bulk_files WHERE state = 'building'`;
  for (const { id } of rows) {
    await buildBulkFile(ctx, { fileId: id, signal: new AbortController().signal, report: () => {} });
  }
  return rows.length;
}

/** Fetches a file where no worker is running: it is made here when it is asked for. */
export async function download(site: BulkSite, ...fetched: Parameters<BulkSite['fetch']>): Promise<BulkReply> {
  let answered = false;
  const reply = site.fetch(...fetched).finally(() => {
    answered = true;
  });
  reply.catch(() => {});
  await waitFor(async () => (await buildAsked(site.ctx)) > 0 || answered, { what: 'the file to be asked for' });
  return reply;
}

export type BulkLine = Record<string, unknown> & { id: string; object?: string };

export function linesOf(gz: Buffer): BulkLine[] {
  const text = gunzipSync(gz).toString();
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => JSON.parse(line));
}

/** The code of a problem answer. */
export function codeOf({ body }: BulkReply): string {
  return JSON.parse(body.toString()).code;
}
