// Half a minute: a whole start, and the days of a month one after the other.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { temporaryFolder } from '../support/environment.js';
import { build } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

const run = promisify(execFile);
const MINUTES = 60_000;

/** The blocks of the rehearsal, as a reader pastes them: a terminal each. */
function blocks(): string[] {
  const text = readFileSync(join(projectRoot(), 'docs/payments.md'), 'utf8');
  const [, section = ''] = /\n## Rehearse a month\n(.*?)\n## /s.exec(text) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? '');
}

describe('the rehearsal of docs/payments.md', () => {
  const folder = temporaryFolder();
  const terminals: ChildProcess[] = [];
  const env: NodeJS.ProcessEnv = { ...process.env, TEMPORAL_DEBUG: '1', NODE_ENV: 'development' };
  let inOrder: string[];

  /** A terminal of its own, which runs until the end. */
  function open(script: string, until: string) {
    const child = spawn('bash', ['-eu', '-c', script], { cwd: projectRoot(), env, detached: true });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    terminals.push(child);
    return waitFor(() => child.exitCode !== null || text.includes(until), { timeout: 4 * MINUTES }).then(() => {
      if (!text.includes(until)) throw new Error(`${script}\n${text}`);
    });
  }

  beforeAll(async () => {
    await build();
    const [stripe, api] = [await freePort(), await freePort()];
    // As written, but for ports that may be taken and the data folder.
    inOrder = blocks().map((block) => block.replaceAll(/\b4242\b/g, `${stripe}`).replaceAll(':3000/', `:${api}/`));
    delete env.DATABASE_URL;
    delete env.TEMPORAL_ADDRESS;
    const ports = { PORT: `${api}`, METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
    Object.assign(env, { DATA_DIR: join(folder.path, '.data'), ...ports });
    mkdirSync(join(folder.path, '.data'));
  }, 4 * MINUTES);
  afterAll(async () => {
    for (const child of terminals.reverse()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'close');
      process.kill(-child.pid, 'SIGINT');
      await ended;
    }
    folder.remove();
  }, MINUTES);

  test(
    'leads by its commands from nothing to a reconciled month',
    async () => {
      const [standIn = '', service = '', rehearsal = ''] = inOrder;
      await Promise.all([open(standIn, "Stripe's stand-in:"), open(service, 'Ctrl-C stops everything')]);
      const [, base = ''] = /STRIPE_API_BASE=(\S+)/.exec(service) ?? [];
      const { stdout } = await run('bash', ['-eu', '-c', rehearsal], {
        cwd: projectRoot(),
        env: { ...env, STRIPE_API_BASE: base },
      }).catch((error) => {
        throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
      });
      const steps = stdout.split(/^== /m);
      const of = (title: string) => steps.find((step) => step.startsWith(title)) ?? '';
      expect(of('Connect the partner')).toMatch(/^gets transfers: yes$/m);
      expect(of('Sell')).toMatch(/^pending$/m);
      const sold = of('Reconcile this month');
      // Two tickets at 65.40; our fee of each pair is 2 % and two rewards of 12.50.
      expect(sold).toMatch(/ payment +4 +523\.20 EUR +4 +523\.20 EUR$/m);
      expect(sold).toMatch(/ refund +1 +-65\.40 EUR +1 +-65\.40 EUR$/m);
      expect(sold).toMatch(/ dispute +1 +-130\.80 EUR +1 +-130\.80 EUR$/m);
      expect(sold).toMatch(/^platform +EUR +fee +4 +110\.48 EUR +4 +110\.48 EUR$/m);
      expect(sold).toMatch(/: no differences\.\n+$/);
      expect(of('Pay the other partner')).toMatch(
        /^bank_payment_missing {2}trf_\S+ \(stm_\S+\) on bank:DE89370400440532013000/m,
      );
      expect(of('Pay the other partner')).toMatch(/^exit code 1$/m);
      expect(of('Import')).toMatch(/^paid +stm_\S+ +cmp_\S+ +25\.00 EUR/m);
      expect(of('Close the month')).toMatch(/ Demo Partner +paid +37\.50 EUR .* tr_\S+$/m);
      const paid = of('Reconcile the month of');
      expect(paid).toMatch(/^platform +EUR +transfer +1 +-37\.50 EUR +1 +-37\.50 EUR$/m);
      expect(paid).toMatch(/^bank:DE89370400440532013000 +EUR +bank_payment +1 +-25\.00 EUR +1 +-25\.00 EUR$/m);
      expect(paid).toMatch(/: no differences\.$/m);
    },
    8 * MINUTES,
  );
});
