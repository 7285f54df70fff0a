import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closeContext, createContext } from '../src/context/create-context.js';
import { Sender } from '../src/deliveries/sender/sender.js';
import { type Config, ConfigError } from '../src/platform/config/config.js';
import { projectRoot } from '../src/platform/config/project-root.js';
import { untilReady } from '../src/platform/health/check-readiness.js';
import { watchClock } from '../src/platform/health/clock-skew.js';
import { verifyNamespace, verifySettings } from '../src/platform/health/verify-settings.js';
import { warnOfZoneRules } from '../src/platform/health/zone-rules.js';
import type { Logger } from '../src/platform/logs/logger.js';
import { type MetricsServer, type MetricsSource, serveMetricsOnFree } from '../src/platform/metrics/metrics-server.js';
import { explainListening } from '../src/platform/process/listen-fault.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { createTemporalClient } from '../src/platform/temporal/client.js';
import { createWorkerMetrics } from './metrics.js';
import { installRuntime } from './runtime.js';
import { type RunningWorker, startWorker } from './start-worker.js';

void runProcess({
  name: 'worker',
  async start(config, log) {
    const codePath = join(projectRoot(), 'dist/workflow-bundle.js');
    if (!existsSync(codePath)) throw new ConfigError(`${codePath} is missing: run \`npm run build\``);
    const runtime = await installRuntime(log, { metrics: config.workerMetrics !== undefined });
    const ctx = createContext(config, { name: 'worker', log });
    const temporal = createTemporalClient(config);
    const sender = new Sender(ctx);
    let worker: RunningWorker | undefined;
    const registry = createWorkerMetrics(ctx, temporal, { sender, joined: () => worker?.joined ?? false });
    const sdkMetrics = runtime.metrics ?? (async () => '');
    // First of all, so that failures to start are visible too.
    const operators = await serveOperators(config, log, {
      contentType: registry.contentType,
      metrics: async () => (await Promise.all([registry.metrics(), sdkMetrics().catch(() => '')])).join('\n'),
    });
    if (config.env === 'production') await verifySettings(ctx);
    await ctx.clock.refresh?.();
    await untilReady(ctx);
    if (config.env === 'production') await verifyNamespace(ctx);
    const clock = watchClock(ctx);
    const running = await startWorker(ctx, { workflowBundle: { codePath } }, sender);
    worker = running;
    void warnOfZoneRules(ctx);
    return {
      finished: Promise.race([running.finished, clock.tooFar]),
      async close() {
        clock.stop();
        try {
          await running.stop();
        } finally {
          await operators?.close();
          await temporal.close();
          runtime.log.close();
          await closeContext(ctx);
        }
      },
    };
  },
});

/** @throws {ConfigError} when the configured port is taken; of those it may choose from, the worker can do without. */
async function serveOperators(config: Config, log: Logger, source: MetricsSource): Promise<MetricsServer | null> {
  if (!config.workerMetrics) return null;
  const { host, ports, required } = config.workerMetrics;
  const server = await serveMetricsOnFree(source, { host, ports }).catch((error: unknown) => {
    throw explainListening(error, { port: 'WORKER_METRICS_PORT', host: 'METRICS_HOST' }, { host, port: ports[0] });
  });
  const tried = ports.length > 1 ? `${ports[0]} to ${ports.at(-1)}` : `${ports[0]}`;
  if (server) log.info({ host, port: server.port }, 'metrics are served here');
  else if (required) throw new ConfigError(`WORKER_METRICS_PORT: port ${tried} is in use on ${host}`);
  else log.warn({ host }, `no metrics are served: the ports ${tried} are in use; set WORKER_METRICS_PORT`);
  return server;
}
