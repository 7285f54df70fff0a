/**
 * A page as a partner builds it that watches its calls with Sentry and OpenTelemetry. Both patch `fetch` and add their
 * headers to calls of other origins. `monitored.js` is the build.
 */
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { WebTracerProvider } from '@opentelemetry/sdk-trace-web';
import * as Sentry from '@sentry/browser';

new WebTracerProvider().register();
registerInstrumentations({ instrumentations: [new FetchInstrumentation({ propagateTraceHeaderCorsUrls: [/.*/] })] });

Sentry.init({
  // Nothing leaves this machine: the transport below drops what it is given.
  dsn: 'https://public@sentry.example/1',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
  tracePropagationTargets: [/.*/],
  transport: () => ({ send: async () => ({}), flush: async () => true }),
});
