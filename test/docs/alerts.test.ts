import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '../../api/http/metrics.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { createWorkerMetrics } from '../../worker/metrics.js';
import { createTestContext } from '../support/context.js';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const alerts = read('deploy/alerts.yml');
const dashboards = readdirSync(join(projectRoot(), 'deploy/grafana')).map((name) => read(`deploy/grafana/${name}`));

/**
 * The metrics of the SDK's native half; `test/worker/worker-metrics.system.test.ts` finds these in a running worker.
 */
const METRIC = /\b(?:partner_events|nodejs|process)_[a-z0-9_]+/g;

test('each alert is linked to its runbook', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  const links = [...alerts.matchAll(/runbook_url: docs\/runbooks\.md#(\S+)/g)].map(([, anchor]) => anchor);
  expect(names.length).toBeGreaterThan(15);
  expect(links).toEqual(names.map((name) => name.toLowerCase()));
  const headings = [...read('docs/runbooks.md').matchAll(/^### (\w+)\n\n- \*\*Means:.+/gm)].map(
    ([, heading]) => heading,
  );
  expect(headings).toEqual(expect.arrayContaining(names));
});

test('each runbook stands under the heading of its severity', () => {
  const namesIn = (heading: string) => {
    const section =
      read('docs/runbooks.md')
        .split(/^## /m)
        .find((text) => text.startsWith(heading)) ?? '';
    return [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name).sort();
  };
  const namesOf = (severity: string) =>
    [...alerts.matchAll(/- alert: (\w+)[\s\S]*?severity: (\w+)/g)]
      .filter(([, , given]) => given === severity)
      .map(([, name]) => name)
      .sort();
  expect(namesIn('Alerts that page an operator')).toEqual(namesOf('page'));
  expect(namesIn('Alerts that wait for the morning')).toEqual(namesOf('ticket'));
});

test('each alert has a trial where it fires and a trial where it is quiet', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const trials = read('deploy/alerts.test.yml');
  const fired = [...trials.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name);
  const quiet = [...trials.matchAll(/alertname: (\w+)\n\s+exp_alerts: \[\]/g)].map(([, name]) => name);
  expect([...new Set(fired)].sort()).toEqual([...names].sort());
  expect([...new Set(quiet)].sort()).toEqual([...names].sort());
});

test("each metric of nginx's log is counted by deploy/nginx.mtail", () => {
  const named = alerts.match(/\bnginx_[a-z_]+/g) ?? [];
  const counted = [...read('deploy/nginx.mtail').matchAll(/^counter (\w+) by answered_by, status$/gm)];
  expect([...new Set(named)]).toEqual(counted.map(([, name]) => name));
});

test('the dashboard of the promises shows each of them, its failures and the rest of its budget', () => {
  const promises = [...new Set([...alerts.matchAll(/slo: (\w+)$/gm)].map(([, slo = '']) => slo))];
  const recorded = new Set([...alerts.matchAll(/- record: (\S+)/g)].map(([, name = '']) => name));
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('deploy/grafana/slo.json'));
  const shown = panels.map(({ targets }) => targets.map(({ expr }) => expr).join('\n'));
  const named = shown.flatMap((text) => text.match(/slo:[a-z0-9_]+(:[a-z0-9_]+)?(?=\{)/g) ?? []);
  expect([...new Set(named)].filter((name) => !recorded.has(name))).toEqual([]);
  expect(promises).toHaveLength(4);
  for (const slo of promises) {
    const ofIt = shown.filter((text) => text.includes(`slo="${slo}"`));
    expect(
      ofIt.filter((text) => text.includes(`1 - `) && text.includes(`scalar(slo:budget{slo="${slo}"})`)),
    ).toHaveLength(1);
    expect(ofIt.filter((text) => text.includes(`slo:wrong:1h{slo="${slo}"}`))).toHaveLength(1);
  }
});

test('each metric of the alerts and dashboards is exported by the API or a worker', async () => {
  const ctx = await createTestContext();
  const temporal = createTemporalClient(ctx.config);
  try {
    const api = createMetrics(ctx);
    api.watchLimiter(() => ({ mode: 'process', outages: 0, countedAlone: 0 }));
    api.watchLoad(() => ({ inFlight: 0, shed: 0 }));
    api.watchConnections(async () => 0);
    const exported = [
      await api.registry.metrics(),
      await createWorkerMetrics(ctx, temporal, { sender: new Sender(ctx), joined: () => true }).metrics(),
    ].join('\n');
    const types = new Map(
      [...exported.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
    const known = new Set([...types].flatMap(([name, type]) => (type === 'histogram' ? [`${name}_bucket`] : [name])));
    const named = [alerts, ...dashboards].flatMap((text) => text.match(METRIC) ?? []);
    expect(named.length).toBeGreaterThan(40);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  } finally {
    await temporal.close();
    await ctx.close();
  }
});
