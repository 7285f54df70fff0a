import { existsSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { readRuntime } from '../../src/embedded/runtime-file.js';
import { build, processesOf, type Started, start, temporaryFolder } from '../support/started.js';
import { waitFor } from '../support/wait-for.js';

// Some start everything four times over.
jest.setTimeout(300_000);

describe('npm start', () => {
  const runs: Started[] = [];
  let folder: { path: string; remove(): void };

  function begin(options: Parameters<typeof start>[1] = {}): Started {
    const run = start(folder.path, options);
    runs.push(run);
    return run;
  }

  async function expectNothingLeft(): Promise<void> {
    await waitFor(() => processesOf(folder.path).length === 0, {
      what: `the end of\n${processesOf(folder.path).join('\n')}`,
    });
  }

  beforeAll(build, 120_000);

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    for (const run of runs.splice(0)) {
      if (run.process.exitCode === null && run.process.signalCode === null) run.process.kill('SIGKILL');
      await run.ended;
    }
    await expectNothingLeft();
    folder.remove();
  });

  it('answers with the keys it prints, and after Ctrl-C and a restart with the same keys and data', async () => {
    const first = begin();
    const facts = await first.ready();
    expect(Object.keys(facts).sort()).toEqual(
      expect.arrayContaining(['base_url', 'docs', 'keys', 'site_base_url', 'temporal_ui', 'website_domain']),
    );
    for (const key of Object.values(facts.keys)) expect(first.output()).toContain(key);
    expect(first.output()).toContain('Payments are simulated');
    expect(first.output()).toContain(facts.docs.replace('/docs', '/sandbox'));
    expect(statSync(join(folder.path, 'start.json')).mode & 0o077).toBe(0);
    const order = await fetch(`${facts.base_url}/orders/ord_unknown`, {
      headers: { authorization: `Bearer ${facts.keys.test}` },
    });
    expect(order.status).toBe(404);
    const grant = new URLSearchParams({ grant_type: 'client_credentials', ...facts.oauth });
    const token = await fetch(`${facts.base_url}/oauth/token`, { method: 'POST', body: grant });
    expect(await token.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });

    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await expectNothingLeft();
    expect(existsSync(join(folder.path, 'runtime.json'))).toBe(false);

    const second = begin();
    const again = await second.ready();
    expect(again.keys).toEqual(facts.keys);
    expect(again.oauth).toEqual(facts.oauth);
    const answer = await fetch(`${again.site_base_url}/orders/ord_unknown`, {
      headers: { authorization: `Bearer ${again.keys.server}` },
    });
    expect(answer.status).toBe(404);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('leaves no process behind when stopped at any moment of the start', async () => {
    for (const sign of ['Making the database', 'Applied', null]) {
      const run = begin();
      if (sign) await waitFor(() => run.output().includes(sign), { timeout: 30_000, interval: 2 });
      run.process.kill('SIGINT');
      expect([130, null]).toContain(await run.ended);
      await expectNothingLeft();
    }
    await begin().ready();
  });

  it('ends everything when it is killed, and starts again on the same folder', async () => {
    const killed = begin();
    await killed.ready();
    killed.process.kill('SIGKILL');
    await killed.ended;
    const next = begin();
    await next.ready();
    next.process.kill('SIGINT');
    expect(await next.ended).toBe(0);
  });

  /** The process id of a part, as the start wrote it down. */
  function pidOf(name: string): number {
    const found = readRuntime(folder.path)?.processes.find((one) => one.name === name);
    if (!found) throw new Error(`runtime.json names no ${name}`);
    return found.pid;
  }

  const killPart = (name: string) => process.kill(pidOf(name), 'SIGKILL');

  const times = (text: string, run: Started) => run.output().split(text).length - 1;

  it('starts again, where it was, whichever part dies, and says so', async () => {
    const run = begin();
    const facts = await run.ready();
    const auth = { authorization: `Bearer ${facts.keys.test}` };
    for (const name of ['Postgres', 'Temporal', 'worker', 'api', 'receiver']) {
      killPart(name);
      await waitFor(() => run.output().includes(`${name} ended by SIGKILL. Starting ${name} again in 1 s.`));
      await waitFor(() => run.output().includes(`${name} is running again.`), { timeout: 60_000 });
      const isBack = async () => (await fetch(`${facts.base_url}/events?limit=1`, { headers: auth })).ok;
      await waitFor(isBack, { timeout: 30_000, what: `an answer after the end of ${name}` });
    }
    expect(times('again in', run)).toBe(5);
    // The worker that outlived Postgres and the Temporal server still carries orders out.
    const order = await fetch(`${facts.base_url}/orders`, {
      method: 'POST',
      headers: { ...auth, 'idempotency-key': 'after-all-that', 'content-type': 'application/json' },
      body: JSON.stringify({
        event_id: 'evt_test_berlin_jazz_night',
        ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
        quantity: 1,
        buyer_email: 'ada@example.com',
        buyer_name: 'Ada',
      }),
    });
    expect(order.status).toBe(200);
    const { id } = (await order.json()) as { id: string };
    const connection = await Connection.connect({ address: readRuntime(folder.path)?.temporal_address });
    try {
      const { workflow } = new Client({ connection, namespace: 'partner-events' });
      await waitFor(() => workflow.getHandle(`order-hold/${id}`).describe(), { timeout: 60_000 });
    } finally {
      await connection.close();
    }
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(0);
  });

  it('stops everything, loudly, when a part dies for the third time within a minute', async () => {
    const run = begin();
    await run.ready();
    for (const time of [1, 2, 3]) {
      killPart('receiver');
      if (time < 3) await waitFor(() => times('receiver is running again.', run) === time, { timeout: 30_000 });
    }
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('receiver ended 3 times within a minute');
  });

  it('ends at once, naming the server, when one dies while everything is brought up', async () => {
    await begin().ready();
    const first = runs[0] as Started;
    first.process.kill('SIGINT');
    await first.ended;
    for (const name of ['Postgres', 'Temporal']) {
      const run = begin();
      // Frozen as it starts, the API keeps the start from its end.
      const api = () => processesOf(folder.path).find((line) => line.includes('api/server.js'));
      await waitFor(() => api() !== undefined, { timeout: 60_000, interval: 2 });
      const apiPid = Number(api()?.split(' ')[0]);
      process.kill(apiPid, 'SIGSTOP');
      killPart(name);
      await waitFor(() => run.output().includes(`${name} ended by SIGKILL`), { timeout: 5_000 });
      expect(run.output()).not.toContain('API');
      process.kill(apiPid, 'SIGKILL');
      expect(await run.ended).toBe(1);
    }
  });

  it('refuses a folder that another start is using', async () => {
    const run = begin();
    await run.ready();
    const second = begin();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`in use by another start (process ${run.process.pid})`);
  });

  it('refuses a port that is in use, before anything is started', async () => {
    const server = createServer();
    const port = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(String(typeof address === 'object' && address ? address.port : 0));
      });
    });
    const run = begin({ env: { PORT: port } });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Port ${port} is in use`);
    expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
    server.close();
  });

  it('says what is wrong with a broken database, and begins anew with --fresh', async () => {
    const first = begin();
    await first.ready();
    first.process.kill('SIGINT');
    await first.ended;
    truncateSync(join(folder.path, 'postgres/cluster/global/pg_control'), 0);
    const broken = begin();
    expect(await broken.ended).toBe(1);
    expect(broken.output()).toContain('does not start. Postgres said:');
    expect(broken.output()).not.toContain('    at ');
    await begin({ args: ['--fresh'] }).ready();
  });

  it('says what to install when Temporal cannot be had', async () => {
    const run = begin({ env: { PATH: '/nowhere', PARTNER_EVENTS_CACHE: join(folder.path, 'cache') } });
    const code = await run.ended;
    expect(run.output()).toMatch(/install the Temporal command line|Building Temporal/);
    expect(code).toBe(1);
  });

  it('refuses settings and options it does not know', async () => {
    const setting = begin({ env: { PORT: 'many' } });
    expect(await setting.ended).toBe(1);
    expect(setting.output()).toContain('PORT:');
    const option = begin({ args: ['--frsh'] });
    expect(await option.ended).toBe(1);
    expect(option.output()).toContain("Unknown option '--frsh'");
  });
});
