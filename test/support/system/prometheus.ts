import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../src/embedded/find-on-path.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { waitFor } from '../wait-for.js';

/** Debian: `prometheus`. */
export const findPrometheus = () => findOnPath('prometheus');

const BUSY_MACHINE = new Set(['EventLoopBlocked', 'ApiSlow']);

export interface Prometheus {
  /** Scrapes these addresses (`host:port`) from now on. */
  scrape(targets: { api: string[]; worker: string[] }): void;
  /** The texts of the alerts that fire, by name, without alerts that a busy machine raises. */
  firing(): Promise<Map<string, string>>;
  close(): Promise<void>;
}

/**
 * Prometheus with `deploy/alerts.yml`, which waits a second where that waits minutes, and looks back for seconds. A worker
 * answers a scrape within three seconds while its database is away.
 */
export async function startPrometheus(): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const rules = readFileSync(join(projectRoot(), 'deploy/alerts.yml'), 'utf8');
  writeFileSync(
    join(folder, 'alerts.yml'),
    rules
      .replace(/for: \d+m/g, 'for: 1s')
      .replaceAll('[5m]', '[15s]')
      .replaceAll('[30m:1m]', '[10s:1s]'),
  );
  const job = (name: string, every: string) => `
  - job_name: ${name}
    scrape_interval: ${every}
    scrape_timeout: ${every}
    file_sd_configs: [{ files: [${name}.json] }]`;
  const config = `
global: { evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:${job('api', '1s')}${job('worker', '4s')}`;
  writeFileSync(join(folder, 'prometheus.yml'), config);
  const port = await freePort();
  for (const name of ['api', 'worker']) writeFileSync(join(folder, `${name}.json`), '[]');
  const child: ChildProcess = spawn(
    'prometheus',
    [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const origin = `http://127.0.0.1:${port}`;
  const close = async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await waitFor(async () => (await fetch(`${origin}/-/ready`)).ok, { what: 'Prometheus' }).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    scrape(targets) {
      for (const [name, addresses] of Object.entries(targets)) {
        const file = join(folder, `${name}.json`);
        writeFileSync(`${file}.new`, JSON.stringify([{ targets: addresses }]));
        renameSync(`${file}.new`, file);
      }
    },
    async firing() {
      const { data } = (await (await fetch(`${origin}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string }; annotations: { summary: string } }[] };
      };
      const fired = data.alerts.filter(
        ({ state, labels }) => state === 'firing' && !BUSY_MACHINE.has(labels.alertname),
      );
      return new Map(fired.map(({ labels, annotations }) => [labels.alertname, annotations.summary]));
    },
    close,
  };
}
