import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBulkFile } from '../src/bulk/build-file.js';
import { requestBuild } from '../src/bulk/get-bulk-file.js';
import type { BulkFormat } from '../src/bulk/rules/bulk.js';
import { findBulkFile } from '../src/bulk/sql/bulk-files.js';
import { addSubscription } from '../src/bulk/subscriptions.js';
import { createContext } from '../src/context/create-context.js';
import { readConfig } from '../src/platform/config/config.js';
import { projectRoot } from '../src/platform/config/project-root.js';
import { answerParent, startForked } from './support/forked.js';
import { imageNodeOptions } from './support/image.js';
import { type Load, startLoadGenerator } from './support/load.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';
import { runBench } from './support/run.js';

const EVENTS = 250_000;
const ROUNDS = 3;
/** Argument of the process that builds. */
const BUILDER = 'builder';

interface Built {
  seconds: number;
  events: number;
  bytes: number;
  path: string;
  /** Most memory the process ever held, in megabytes. */
  peak: number;
}

interface Builder {
  build(format: BulkFormat): Promise<Built>;
  folder: string;
  close(): Promise<void>;
}

async function openBuilder(site: ReadingSite): Promise<Builder> {
  const folder = join(projectRoot(), '.cache', 'bench-bulk');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { ctx, companyId } = site;
  const { id: subscriptionId } = await addSubscription(ctx, { company: companyId });
  const [key] = await ctx.sql<{ id: string }[]>`
    SELECT id FROM api_keys WHERE company_id = ${companyId} AND kind = 'server' LIMIT 1`;
  const env = {
    ...process.env,
    DATABASE_URL: ctx.config.database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: imageNodeOptions('worker'),
  };
  const child = await startForked<{ fileId: string }, Built>(__filename, { args: [BUILDER], env });
  return {
    folder: join(folder, 'files'),
    async build(format) {
      const identity = { subscriptionId, keyId: key?.id ?? '', mode: 'live' as const, format, since: null, scope: '' };
      const fileId = await requestBuild(ctx, identity);
      // Only this process starts it.
      await ctx.sql`DELETE FROM outbox WHERE topic = 'bulk.requested' AND key = ${fileId}`;
      return child.ask({ fileId });
    },
    async close() {
      await child.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes each file whose id it gets, in a process of its own, so that its memory can be measured. */
function build(): void {
  const ctx = createContext(readConfig(process.env), { name: 'bench builder' });
  answerParent(async ({ fileId }: { fileId: string }): Promise<Built> => {
    const from = performance.now();
    const signal = new AbortController().signal;
    const { events, bytes } = await buildBulkFile(ctx, { fileId, signal, report: () => {} });
    const seconds = (performance.now() - from) / 1000;
    const path = (await findBulkFile(ctx.sql, fileId))?.path ?? '';
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return { seconds, events, bytes, path, peak: Number(kilobytes) / 1024 };
  });
}

/** An operator's command for the same lines; null where psql is missing. */
async function handWritten(site: ReadingSite, target: string): Promise<(() => number) | null> {
  try {
    execFileSync('psql', ['--version'], { stdio: 'ignore' });
  } catch {
    console.log('psql is missing (Debian: postgresql-client): the file is not compared with it');
    return null;
  }
  const [key] = await site.ctx.sql<{ ref: string }[]>`
    SELECT ref FROM api_keys WHERE company_id = ${site.companyId} AND kind = 'server' LIMIT 1`;
  const { origin } = site.ctx.config;
  // Pictures of our own are paths in the documents.
  const marked = `replace(replace(doc, E'\\x01', '${origin}'), E'\\x02', '${key?.ref}')`;
  const line = `replace(${marked}, '"image":"/', '"image":"${origin}/')`;
  const copy = `COPY (SELECT ${line} FROM event_listings WHERE NOT test AND upcoming ORDER BY sort_at, event_id LIMIT ${EVENTS}) TO STDOUT (FORMAT csv, DELIMITER E'\\x1e', QUOTE E'\\x1f')`;
  return () => {
    const from = performance.now();
    execFileSync('bash', ['-o', 'pipefail', '-c', 'psql -X -q -c "$COPY" "$URL" | gzip -6 > "$TARGET"'], {
      env: { ...process.env, COPY: copy, URL: site.ctx.config.database.url, TARGET: target },
    });
    return (performance.now() - from) / 1000;
  };
}

const contentOf = (file: string) =>
  execFileSync('bash', ['-o', 'pipefail', '-c', 'gunzip -c "$FILE" | sha256sum'], {
    env: { ...process.env, FILE: file },
  }).toString();

/** A full file of 250,000 events compared with psql and gzip for the same lines, its memory, and reads at the same time. */
async function file(events = EVENTS): Promise<void> {
  const site = await openReadingSite({ events });
  const load = await startLoadGenerator();
  const builder = await openBuilder(site);
  try {
    const byHand = join(builder.folder, 'by-hand.gz');
    const psql = await handWritten(site, byHand);
    await builder.build('ndjson');
    const rounds: { built: Built; hand: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ hand: psql ? psql() : Number.NaN, built: await builder.build('ndjson') });
    }
    const last = rounds.at(-1)?.built as Built;
    const seconds = median(rounds.map(({ built }) => built.seconds));
    const detail = `${last.events} events, ${(last.bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(2)} s`;
    if (psql) {
      const hand = median(rounds.map((round) => round.hand));
      const ratio = median(rounds.map((round) => round.built.seconds / round.hand));
      report('full NDJSON, of psql COPY | gzip -6', ratio, { atMost: 1 }, `${detail} of ${hand.toFixed(2)} s`);
      const same = contentOf(byHand) === contentOf(join(builder.folder, last.path));
      console.log(same ? 'both hold the same bytes' : 'THE CONTENT DIFFERS');
    } else {
      console.log(`full NDJSON: ${detail}`);
    }
    report('peak memory of a build, MB', last.peak, { atMost: 200 });

    const cursors = await site.cursors(1000);
    const reads: Load = {
      origin: site.api,
      paths: cursors.map((cursor) => `/v1/events?cursor=${cursor}`),
      headers: { authorization: `Bearer ${site.keys.server}` },
      connections: 4,
      seconds: 4,
      expect: 200,
    };
    await load.ask({ ...reads, seconds: 1 });
    const shares: number[] = [];
    let rates = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await load.ask(reads);
      let over = false;
      const building = (async () => {
        while (!over) await builder.build('ndjson');
      })();
      const meanwhile = await load.ask(reads);
      over = true;
      await building;
      shares.push(meanwhile.rate / alone.rate);
      rates = `${meanwhile.rate.toFixed(0)}/s of ${alone.rate.toFixed(0)}/s`;
    }
    report('reads while a file is made, of reads alone', median(shares), { atLeast: 0.6 }, rates);

    const csv = await builder.build('csv');
    console.log(
      `full CSV: ${(csv.bytes / 1e6).toFixed(1)} MB, ${csv.seconds.toFixed(2)} s, peak ${csv.peak.toFixed(0)} MB`,
    );
  } finally {
    await builder.close();
    await load.close();
    await site.close();
  }
}

if (process.argv[2] === BUILDER) build();
else runBench(module, { file });
