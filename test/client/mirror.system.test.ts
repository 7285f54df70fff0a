import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { projectChanges } from '../../src/catalogue/project-changes.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { buildClient } from '../support/build-packages.js';
import { addEvents } from '../support/data/listings.js';
import { temporaryFolder } from '../support/environment.js';
import { type ApiProcess, spawnApi, stopApi } from '../support/system/api-process.js';
import { runExample } from './support/run-example.js';

/** `MIRROR_CHANGES=10000 MIRROR_WITHDRAWN=500` is the size of a busy month. */
const CHANGES = Number(process.env.MIRROR_CHANGES ?? 800);
const WITHDRAWN = Number(process.env.MIRROR_WITHDRAWN ?? 60);
const IN_A_STEP = 20;

const folder = temporaryFolder();
const file = join(folder.path, 'events.db');
let api: TestApi;
let running: ApiProcess;
let key: string;

beforeAll(async () => {
  await buildClient();
  api = await createTestApi();
  ({ key } = await api.newKey({ kind: 'server', rateLimit: 1_000_000 }));
  running = await spawnApi(api.ctx);
});
afterAll(async () => {
  await stopApi(running);
  await api.close();
  folder.remove();
});

let state = 20_261_124;
/** Random numbers with the same seed each time. */
function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}

/** Some writers' changes, in one transaction, and the projector's work after it. */
async function churn(ids: readonly string[], step: number, takenDown: Set<string>, many: number): Promise<void> {
  const changed = Array.from({ length: IN_A_STEP }, () => ids[random(ids.length)] ?? '');
  const gone = ids
    .filter((id) => !takenDown.has(id))
    .sort(() => random(3) - 1)
    .slice(0, many);
  const back = [...takenDown].slice(0, random(4) === 0 ? 1 : 0);
  for (const id of gone) takenDown.add(id);
  for (const id of back) takenDown.delete(id);
  await api.ctx.sql.begin(async (tx) => {
    for (const [number, id] of changed.entries()) {
      await tx`UPDATE events SET name = ${`Step ${step}, change ${number}: Café – 東京`} WHERE id = ${id}`;
    }
    await tx`UPDATE events SET shared = false WHERE id = ANY (${gone})`;
    await tx`UPDATE events SET shared = true WHERE id = ANY (${back})`;
    await enqueue(tx, 'event.touched', [...new Set([...changed, ...gone, ...back])], api.ctx.clock.now());
  });
  await projectChanges(api.ctx);
}

const mirror = () =>
  runExample('mirror/mirror.ts', { BASE_URL: `${running.origin}/v1`, PARTNER_EVENTS_KEY: key }, [file]);

/** The API's document of each event, its bytes unchanged. */
async function catalogue(): Promise<Map<string, string>> {
  const rows = await api.ctx.sql<
    { eventId: string }[]
  >`SELECT event_id FROM event_listings WHERE NOT test ORDER BY event_id`;
  const all = new Map<string, string>();
  for (const { eventId } of rows) {
    const answer = await fetch(`${running.origin}/v1/events/${eventId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    all.set(eventId, text.slice('{"object":"event","mode":"live","event":'.length, -1));
  }
  return all;
}

function copied(): Map<string, string> {
  const db = new Database(file);
  const rows = db.prepare('SELECT id, document FROM events ORDER BY id').all() as { id: string; document: string }[];
  db.close();
  return new Map(rows.map(({ id, document }) => [id, document]));
}

test('a mirror in SQLite is the catalogue, byte for byte, after churn, restarts and kills of both sides', async () => {
  const ids = (
    await addEvents(
      api.ctx,
      Array.from({ length: Math.max(200, CHANGES / 10) }, () => ({})),
    )
  ).map(({ id }) => id);
  const takenDown = new Set<string>();
  const steps = Math.ceil(CHANGES / IN_A_STEP);
  const counts = { runs: 0, killed: 0, restarts: 0, withdrawn: 0 };
  let over = false;
  /** Runs the mirror again and again; kills it at some moment of every second run. */
  const mirroring = (async () => {
    while (!over || counts.killed === 0) {
      const one = mirror();
      counts.runs += 1;
      if (counts.runs % 2 === 0) {
        await Promise.race([one.ended, pause(150 + random(500))]);
        if (one.child.kill('SIGKILL')) counts.killed += 1;
      }
      await one.ended;
    }
  })();
  const { port } = running;
  for (let step = 0; step < steps; step += 1) {
    const many = Math.floor(((step + 1) * WITHDRAWN) / steps) - Math.floor((step * WITHDRAWN) / steps);
    await churn(ids, step, takenDown, many);
    counts.withdrawn += many;
    if (step % Math.ceil(steps / 5) === Math.ceil(steps / 10)) {
      await stopApi(running);
      running = await spawnApi(api.ctx, { TEST_PORT: String(port) });
      counts.restarts += 1;
    }
  }
  over = true;
  await mirroring;
  const last = mirror();
  expect([await last.ended, last.output()]).toEqual([0, expect.stringContaining('changes applied')]);

  const expected = await catalogue();
  expect(copied()).toEqual(expected);
  expect(counts.withdrawn).toBe(WITHDRAWN);
  expect(existsSync(file) && expected.size > 50 && counts.restarts >= 4 && counts.killed >= 1).toBe(true);
  console.info(`${steps * IN_A_STEP} changes, ${expected.size} events in the end, ${JSON.stringify(counts)}`);
});
