import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { commandsOf } from '../../tools/compose/document.js';
import { temporaryFolder } from '../support/environment.js';
import { build, type Started, start } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

const run = promisify(execFile);

/** The blocks of the README's tour, as a reader pastes them, one after another. */
function tourBlocks(): string[] {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const [, tour = ''] = /\n## A five-minute tour\n(.*?)\n## /s.exec(readme) ?? [];
  return [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? '');
}

interface Reward {
  sub_id: string | null;
  status: string;
}

describe("the README's tour and the first live order", () => {
  const data = temporaryFolder();
  const folder = temporaryFolder();
  let platform: Started;
  beforeAll(async () => {
    await build();
    platform = start(data.path);
    await platform.ready();
    // The reader stands in the folder that `npm start` keeps its data in.
    symlinkSync(data.path, join(folder.path, '.data'));
    symlinkSync(join(projectRoot(), 'node_modules'), join(folder.path, 'node_modules'));
  });
  afterAll(async () => {
    platform?.process.kill('SIGINT');
    await platform?.ended;
    data.remove();
    folder.remove();
  });

  /** The output of the last block when all of them are pasted into one shell. */
  async function paste(blocks: string[]): Promise<string> {
    const script = [...blocks.slice(0, -1), 'echo "== last block"', blocks.at(-1)].join('\n');
    const { stdout } = await run('bash', ['-eu', '-c', script], { cwd: folder.path });
    return stdout.split('== last block\n')[1] ?? '';
  }

  test('leads from events to a buy link, a sale, a verified webhook, an earning and a hold', async () => {
    const [setUp = '', buyLink = '', sale = '', webhook = '', earning = '', order = '', ...more] = tourBlocks();
    expect(more).toEqual([]);

    const [first, near] = (await paste([setUp])).split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text));
    expect(first.events).toHaveLength(2);
    expect(near.events.length).toBeGreaterThan(0);
    expect(await paste([setUp, buyLink])).toMatch(/^http\S+\/buy\/evt_test_\S+\?ref=\w+&sub_id=click-1\n$/);

    await paste([setUp, buyLink, sale]);
    let received = '';
    await waitFor(
      async () => {
        received = await paste([setUp, webhook]);
        return received.includes('"sub_id": "click-1"');
      },
      { interval: 500, what: 'the webhook of the sale' },
    );
    const deliveries: { event: string | null; verified: boolean | null }[] = JSON.parse(received).received;
    expect(deliveries).toContainEqual(expect.objectContaining({ event: 'earnings.changed', verified: true }));

    const reward: Reward = JSON.parse(await paste([setUp, earning]));
    expect(reward).toMatchObject({ sub_id: 'click-1', status: 'pending' });

    const orders = [await paste([setUp, order]), await paste([setUp, order])].map((text) => JSON.parse(text));
    expect(orders[0]).toMatchObject({ status: 'awaiting_payment', quantity: 2 });
    expect(orders[1].id).toBe(orders[0].id);
  });

  test('the first live order of install.md is paid, and its proof of the worker holds', async () => {
    const file = join(projectRoot(), 'docs/deploy/install.md');
    const [, proof = ''] = /`(partner-events order show \$ORDER)`/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(proof).not.toBe('');
    const { base_url } = await platform.ready();
    const program = `partner-events() { node ${join(projectRoot(), 'bin/partner-events.cjs')} "$@"; }`;
    const until = `until ${proof} | grep -q ' sent '; do sleep 0.5; done; ${proof}`;
    const script = [program, commandsOf(file, 'First live order'), until].join('\n');
    const env = { ...process.env, API: base_url, DATABASE_URL: '', TEMPORAL_ADDRESS: '', DATA_DIR: data.path };
    const { stdout } = await run('bash', ['-eu', '-c', script], { cwd: folder.path, env });
    expect(stdout).toMatch(/\npaid\npending\nORDER /);
    expect(stdout).toMatch(/mail_\w+ +tickets +sent /);
  });
});
