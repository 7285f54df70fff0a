import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, stopAllChildren } from '../../src/embedded/processes.js';
import { StartError } from '../../src/embedded/start-error.js';
import { startMailSink } from '../../test/support/outside/mail-sink.js';
import { type Cluster, openCluster } from './cluster.js';

/** `npm run cluster` runs until Ctrl-C or `npm run cluster:down`, which ends it from another terminal. */
const folder = resolve(process.env.CLUSTER_DIR || '.data/cluster');
const pidFile = join(folder, 'cluster.pid');

function runningPid(): number | undefined {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  return pid > 0 && isAlive(pid) && command.includes('tools/cluster/main') ? pid : undefined;
}

async function down(): Promise<void> {
  const pid = runningPid();
  if (pid === undefined) return console.log(`No cluster runs in ${folder}.`);
  process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) await pause(200);
  console.log('The cluster has ended.');
}

async function up(): Promise<void> {
  const other = runningPid();
  if (other !== undefined) {
    throw new StartError(`A cluster runs in ${folder} (process ${other}). \`npm run cluster:down\` ends it.`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(pidFile)) {
    throw new StartError(`${folder} is not empty, and holds no cluster. CLUSTER_DIR names another folder.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(pidFile, `${process.pid}`);
  const sink = await startMailSink();
  let cluster: Cluster | undefined;
  const end = async () => {
    await cluster?.close();
    await stopAllChildren();
    await sink.close();
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  };
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!isEnding) void end();
      isEnding = true;
    });
  }
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'tickets@service.example' };
  cluster = await openCluster({ folder, say: console.log, env });
  await report(cluster);
}

/** What runs where, and how to use it. */
async function report(cluster: Cluster): Promise<void> {
  const file = join(folder, 'cluster.env');
  const lines = Object.entries(cluster.env).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  console.log(`\n${'member'.padEnd(22)}${'what'.padEnd(38)}${'address'.padEnd(18)}process`);
  for (const { name, what, port, pid } of [...cluster.members.values()].map((member) => member.row)) {
    console.log(`${name.padEnd(22)}${what.padEnd(38)}${(port ? `127.0.0.1:${port}` : '–').padEnd(18)}${pid ?? '–'}`);
  }
  console.log(`
The primary is ${await cluster.primary()}. What is killed comes back. Logs and data: ${folder}
The API: ${cluster.origin}/v1. Commands: set -a; . ${file}; set +a; npx partner-events …
Mails are taken and thrown away. Ctrl-C or \`npm run cluster:down\` ends everything and removes the data.`);
}

(process.argv[2] === 'down' ? down() : up()).catch(async (error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  await stopAllChildren();
  process.exit(1);
});
