import type { Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { closeContext, createContext } from '../src/context/create-context.js';
import type { TlsConfig } from '../src/platform/config/config.js';
import { missingServiceSettings } from '../src/platform/config/service-settings.js';
import { watchClock } from '../src/platform/health/clock-skew.js';
import { verifySettings } from '../src/platform/health/verify-settings.js';
import { warnOfZoneRules } from '../src/platform/health/zone-rules.js';
import type { Logger } from '../src/platform/logs/logger.js';
import { type MetricsServer, type MetricsSource, serveMetrics } from '../src/platform/metrics/metrics-server.js';
import { explainListening } from '../src/platform/process/listen-fault.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { buildApp } from './app.js';
import { createMetrics } from './http/metrics.js';
import { renewTls } from './tls.js';

/** @throws {ConfigError} naming the setting, when it cannot listen there. */
function serveOperators(source: MetricsSource, address: { host: string; port: number }): Promise<MetricsServer> {
  return serveMetrics(source, address).catch((error: unknown) => {
    throw explainListening(error, { port: 'METRICS_PORT', host: 'METRICS_HOST' }, address);
  });
}

/** Certificates expire while the process runs: SIGHUP reloads the files without a restart, and never ends the process. */
function renewOnSignal(server: Server, tls: TlsConfig | undefined, log: Logger): void {
  process.on('SIGHUP', () => {
    if (!tls) return;
    try {
      renewTls(server, tls);
      log.info('reloaded TLS_CERT, TLS_KEY and TLS_CLIENT_CA');
    } catch (error) {
      log.error({ err: error }, 'the new TLS files cannot be used: the previous ones stay in use');
    }
  });
}

/** When the process ends, how long calls may still wait for their turn: a moving queue is empty before that. */
const LAST_TURNS_MS = 3_000;

void runProcess({
  name: 'api',
  async start(config, log) {
    const ctx = createContext(config, { name: 'api', log });
    if (config.env === 'production') await verifySettings(ctx);
    await ctx.clock.refresh?.();
    if (!ctx.mail) {
      log.warn(
        { event: 'mail_unavailable' },
        'SMTP_URL is not set: nobody can sign in to the dashboard or be invited, and live orders are refused',
      );
    }
    const clock = watchClock(ctx);
    const metrics = config.metrics && createMetrics(ctx);
    if (metrics) collectDefaultMetrics({ register: metrics.registry });
    const app = await buildApp(ctx, { metrics });
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw explainListening(error, { port: 'PORT', host: 'HOST' }, config);
    });
    const missing = missingServiceSettings(config);
    if (missing.length > 0)
      log.warn({ event: 'service_settings_missing', missing }, 'pages for buyers do not say all of this');
    void warnOfZoneRules(ctx);
    renewOnSignal(app.server, config.tls, log);
    const operators = metrics && config.metrics && (await serveOperators(metrics.registry, config.metrics));
    if (operators) log.info({ host: config.metrics?.host, port: operators.port }, 'metrics are served here');
    return {
      async close() {
        clock.stop();
        const lastTurns = setTimeout(() => {
          ctx.turns.close();
          void ctx.memory.paymentQueue.close(0);
        }, LAST_TURNS_MS);
        await operators?.close();
        await app.close();
        clearTimeout(lastTurns);
        await closeContext(ctx);
      },
    };
  },
});
