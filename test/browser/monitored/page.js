/**
 * A page as a partner builds it that watches its calls with Sentry and OpenTelemetry. Both patch `fetch` and add their
 * headers to calls of other origins. `monitored.js` is the build with these packages, which are not installed (50 MB):
 *
 * @sentry/browser 11.12.0 (MIT, Functional Software, Inc.); @opentelemetry/instrumentation-fetch 0.223.0 and
 * @opentelemetry/sdk-trace-web 2.12.0 (Apache 2.0, The OpenTelemetry Authors).
 *
 * To build it again, in this folder:
 *
 *     npm install --no-save --no-package-lock @sentry/browser@11 @opentelemetry/instrumentation-fetch@0.223 @opentelemetry/sdk-trace-web@2
 *     ../../../node_modules/.bin/vite build --outDir . --emptyOutDir=false
 *     rm -rf node_modules
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
