import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { dismissGuardian } from '../../src/embedded/guardian.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { isAlive } from '../../src/embedded/processes.js';

describe('the embedded Postgres', () => {
  let folder: string;
  const servers: EmbeddedPostgres[] = [];

  async function start(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, ...options });
    servers.push(server);
    return server;
  }

  async function ask<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    return work(sql).finally(() => sql.end());
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  afterAll(() => dismissGuardian());

  it('keeps its data over a restart, below a folder that only its owner may enter', async () => {
    chmodSync(folder, 0o700);
    const first = await start();
    await ask(first.url, (sql) => sql`CREATE TABLE kept AS SELECT 'Zürich' AS city`);
    await first.stop();
    const second = await start();
    const [row] = await ask(second.url, (sql) => sql`SELECT city, upper(city) AS loud FROM kept`);
    expect(row).toEqual({ city: 'Zürich', loud: 'ZÜRICH' });
  });

  it('ends a server that a killed program left on the same files', async () => {
    const left = await start();
    const second = await start();
    expect(isAlive(left.child.pid)).toBe(false);
    expect(await ask(second.url, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('says which port is in use', async () => {
    const server: Server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => server.close(resolve));
  });

  it('names the fault of a damaged cluster, and the version of another one', async () => {
    await (await start()).stop();
    truncateSync(join(folder, 'cluster/global/pg_control'), 10);
    await expect(start()).rejects.toThrow(/does not start. Postgres said:[\s\S]*pg_control[\s\S]*--fresh/);
    writeFileSync(join(folder, 'cluster/PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow('was made by Postgres 15; this version runs Postgres 18');
    rmSync(join(folder, 'cluster/PG_VERSION'));
    await expect(start()).rejects.toThrow('is damaged (PG_VERSION is missing)');
  });

  it('reports a password next to the cluster that does not fit', async () => {
    await (await start()).stop();
    writeFileSync(join(folder, 'password'), 'another');
    await expect(start()).rejects.toThrow('password file');
  });
});
