import { join } from 'node:path';
import { readCliConfig } from '../../src/cli/support/with-context.js';
import { startedAt } from '../../src/embedded/process-identity.js';
import { type Runtime, writeRuntime } from '../../src/embedded/runtime-file.js';
import { temporaryFolder } from '../support/environment.js';

describe('the settings of a command', () => {
  const folder = temporaryFolder();
  const DATA_DIR = folder.path;
  const runtime: Runtime = {
    pid: process.pid,
    started_at: startedAt(process.pid),
    database_url: 'postgres://postgres:secret@127.0.0.1:5999/partner_events',
    temporal_address: '127.0.0.1:7999',
    base_url: 'http://localhost:3999/v1',
    port: 3999,
    payments: 'simulated',
    encryption_key: Buffer.alloc(32, 1).toString('base64'),
    processes: [],
  };

  afterAll(() => folder.remove());

  it('say what to do when nothing is running', () => {
    expect(() => readCliConfig({ DATA_DIR: join(DATA_DIR, 'none') })).toThrow(/Nothing is running.*npm start/);
  });

  it('come from the running start', () => {
    writeRuntime(DATA_DIR, runtime);
    const config = readCliConfig({ DATA_DIR });
    expect(config.database.url).toBe(runtime.database_url);
    expect(config.temporal.address).toBe(runtime.temporal_address);
    expect(config.baseUrl).toBe(runtime.base_url);
    expect(config.port).toBe(3999);
    expect(config.payments).toBe('simulated');
    expect(config.encryptionKey).toEqual(Buffer.alloc(32, 1));
  });

  it('are the environment’s where it has any', () => {
    writeRuntime(DATA_DIR, runtime);
    const own = { DATA_DIR, DATABASE_URL: 'postgres://other:5432/db', BASE_URL: 'https://api.example.com/v1' };
    expect(readCliConfig(own)).toMatchObject({
      database: { url: own.DATABASE_URL },
      temporal: { address: undefined },
      origin: 'https://api.example.com',
    });
    expect(readCliConfig({ DATA_DIR, PAYMENTS: 'none' }).payments).toBe('none');
  });

  it('do not come from a killed start, even when its process id is used again', () => {
    writeRuntime(DATA_DIR, { ...runtime, started_at: 'long ago' });
    expect(() => readCliConfig({ DATA_DIR })).toThrow('Nothing is running');
  });
});
