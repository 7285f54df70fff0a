// Over twenty seconds: the whole product is started five times, and its parts again as often.
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { readRuntime } from '../../src/embedded/runtime-file.js';
import { processesOf, type Started, type StartJson, useStarts } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

describe('npm start, when parts of it die', () => {
  const starts = useStarts();

  /** The process id of a part, as the start wrote it down. */
  function pidOf(name: string): number {
    const found = readRuntime(starts.folder)?.processes.find((process) => process.name === name);
    if (!found) throw new Error(`runtime.json names no ${name}`);
    return found.pid;
  }

  const killPart = (name: string) => process.kill(pidOf(name), 'SIGKILL');

  /** An order is taken, and its hold has a workflow. */
  async function expectHold({ base_url, keys }: StartJson): Promise<void> {
    const order = await fetch(`${base_url}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.test}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
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
    const connection = await Connection.connect({ address: readRuntime(starts.folder)?.temporal_address });
    try {
      const { workflow } = new Client({ connection, namespace: 'partner-events' });
      await waitFor(() => workflow.getHandle(`order-hold/${id}`).describe());
    } finally {
      await connection.close();
    }
  }

  const times = (text: string, run: Started) => run.output().split(text).length - 1;

  it('killed, starts on the same folder, restarts every part that dies, and reports it', async () => {
    await starts.prepare();
    const killed = starts.begin();
    await killed.ready();
    killed.process.kill('SIGKILL');
    await killed.ended;
    const run = starts.begin();
    const facts = await run.ready();
    const auth = { authorization: `Bearer ${facts.keys.test}` };
    for (const name of ['Postgres', 'Temporal', 'worker', 'api', 'receiver']) {
      killPart(name);
      await waitFor(() => run.output().includes(`${name} ended by SIGKILL. Starting ${name} again in 1 s.`));
      await waitFor(() => run.output().includes(`${name} is running again.`)).catch((cause) => {
        throw new Error(`${name} did not start again; all it said was:\n${run.output()}`, { cause });
      });
      const isBack = async () => (await fetch(`${facts.base_url}/events?limit=1`, { headers: auth })).ok;
      await waitFor(isBack, { what: `an answer after the end of ${name}` });
    }
    expect(times('again in', run)).toBe(5);
    // The worker that outlived Postgres and the Temporal server still carries orders out.
    await expectHold(facts);
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(0);
  });

  it('starts Temporal again when it runs and says nothing, or does not know its namespace', async () => {
    await starts.prepare();
    const run = starts.begin();
    const facts = await run.ready();
    const again = async (said: RegExp, time: number) => {
      await waitFor(() => said.test(run.output())).catch((cause) => {
        throw new Error(`Nobody noticed; all it said was:\n${run.output()}`, { cause });
      });
      await waitFor(() => times('Temporal is running again.', run) === time);
      await expectHold(facts);
    };
    process.kill(pidOf('Temporal'), 'SIGSTOP');
    await again(
      /Temporal is running, but of no use: .*Ending it\.\nTemporal ended by SIGKILL\. Starting Temporal again/,
      1,
    );

    const connection = await Connection.connect({ address: readRuntime(starts.folder)?.temporal_address });
    await connection.operatorService.deleteNamespace({ namespace: 'partner-events' });
    await connection.close();
    await again(/Temporal is running, but of no use: Namespace partner-events is not found\./, 2);
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(0);
  });

  it('stops everything, loudly, when a part dies for the third time within a minute', async () => {
    await starts.prepare();
    const run = starts.begin();
    await run.ready();
    for (const time of [1, 2, 3]) {
      killPart('receiver');
      if (time < 3) await waitFor(() => times('receiver is running again.', run) === time);
    }
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('receiver ended 3 times within a minute');
  });

  it('ends at once, naming the server, when one dies while everything is brought up', async () => {
    await starts.prepare();
    for (const name of ['Postgres', 'Temporal']) {
      const run = starts.begin();
      // Frozen as it starts, the API keeps the start from its end.
      const api = () => processesOf(starts.folder).find((line) => line.includes('api/server.js'));
      await waitFor(() => api() !== undefined, { interval: 2 });
      const apiPid = Number(api()?.split(' ')[0]);
      process.kill(apiPid, 'SIGSTOP');
      killPart(name);
      await waitFor(() => run.output().includes(`${name} ended by SIGKILL`));
      expect(run.output()).not.toContain('API');
      process.kill(apiPid, 'SIGKILL');
      expect(await run.ended).toBe(1);
    }
  });
});
