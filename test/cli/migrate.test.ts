import { runCommand } from '../../src/cli/run-command.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

interface End {
  code: number;
  out: string;
  err: string;
}

async function migrate(databaseUrl: string, ...options: string[]): Promise<End> {
  const end: End = { code: -1, out: '', err: '' };
  end.code = await runCommand(['migrate', ...options], {
    stdin: process.stdin,
    stdout: { write: (text) => (end.out += text) },
    stderr: { write: (text) => (end.err += text) },
    env: { DATABASE_URL: databaseUrl },
    ending: () => new AbortController().signal,
  });
  return end;
}

/** One line without a stack; nothing of the address but its host. */
function expectSentence({ code, out, err }: End, host: string): void {
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Postgres at .+\.\n$/);
  expect(err.split('\n')).toHaveLength(2);
  expect(err).toContain(host);
  expect(err).not.toContain('s3cret');
}

describe('partner-events migrate', () => {
  let database: TestDatabase;
  let server: URL;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = new URL(database.url);
  });

  afterAll(() => database.drop());

  it('says when there is nothing to do', async () => {
    expect(await migrate(database.url)).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' });
  });

  it('says how to create a database that is missing', async () => {
    const missing = new URL('/no_such_database', server).href;
    const end = await migrate(missing);
    expectSentence(end, server.host);
    expect(end.err).toContain('database "no_such_database" does not exist');
    expect(end.err).toContain('createdb');
  });

  it('says that there is no answer', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const end = await migrate(`postgres://someone:s3cret@${host}/partner_events`);
    expectSentence(end, host);
    expect(end.err).toContain('cannot be reached');
  });

  it('says that a name has no address', async () => {
    expectSentence(await migrate('postgres://someone:s3cret@nobody.invalid/partner_events'), 'nobody.invalid');
  });

  it('says that the server refuses the user', async () => {
    const stranger = new URL(server);
    stranger.username = 'nobody_known';
    stranger.password = 's3cret';
    const end = await migrate(stranger.href);
    expectSentence(end, server.host);
    expect(end.err).toContain('DATABASE_URL');
  });

  it('makes programs say that the database is unavailable', async () => {
    const { code, err } = await migrate(new URL('/no_such_database', server).href, '--json');
    expect([code, JSON.parse(err).error.code]).toEqual([1, 'unavailable']);
  });
});
