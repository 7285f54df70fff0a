import type { ServerOptions } from 'node:http';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { createKeyDirectory } from '../src/access/authenticate.js';
import { createUseCounter } from '../src/access/key-use.js';
import { networkMatcher } from '../src/core/ip-allowlist.js';
import type { Context } from '../src/platform/context/context.js';
import { createRequestRecorder } from '../src/requests/record-requests.js';
import { createSignalRecorder } from '../src/signals/record-signal.js';
import { dashboardApi } from './dashboard/mount.js';
import { docs } from './docs/docs.js';
import { openapi } from './documents/openapi.js';
import type { App, Route } from './http/access.js';
import { basePaths } from './http/base-paths.js';
import { createGuardCheck } from './http/key-guards.js';
import type { Metrics } from './http/metrics.js';
import { ParsedQuery } from './http/query-parser.js';
import { visitorNamer } from './http/visitor.js';
import { createLimiter } from './limits/limiter.js';
import { buyRoute } from './pages/buy.js';
import { checkoutRoute } from './pages/checkout.js';
import { dashboardRoute } from './pages/dashboard.js';
import { devMailRoute } from './pages/dev-mail.js';
import { eventPageRoute } from './pages/event.js';
import { landingRoute } from './pages/landing.js';
import { oauthMetadataRoute } from './pages/oauth-metadata.js';
import { orderPageRoute } from './pages/order-page.js';
import { packageRoutes } from './pages/packages.js';
import { picturesRoute } from './pages/pictures.js';
import { problemPagesRoute } from './pages/problems.js';
import { sandboxRoute } from './pages/sandbox.js';
import { siteFilesRoute } from './pages/site-files.js';
import { authenticate, refusals } from './plugins/authenticate.js';
import { cors } from './plugins/cors.js';
import { etag } from './plugins/etag.js';
import { hygiene, parsePath, readable } from './plugins/hygiene.js';
import { jsonBody } from './plugins/json-body.js';
import { knownPaths } from './plugins/known-paths.js';
import { lastAnswers } from './plugins/last-answers.js';
import { loadShedding } from './plugins/load-shedding.js';
import { measure } from './plugins/measure.js';
import { problemDetails } from './plugins/problem-details.js';
import { rateLimit } from './plugins/rate-limit.js';
import { clientErrorHandler, rawRefusals, unroutable } from './plugins/raw-errors.js';
import { recordCalls } from './plugins/record-calls.js';
import { reuse } from './plugins/reuse.js';
import { securityHeaders } from './plugins/security-headers.js';
import { traceRequests } from './plugins/trace.js';
import { validation } from './plugins/validation.js';
import { bulkRoutes } from './routes/bulk.js';
import { categoryRoutes } from './routes/categories.js';
import { demoRoutes } from './routes/demo.js';
import { earningRoutes } from './routes/earnings.js';
import { eventRoutes } from './routes/events.js';
import { feedRoutes } from './routes/feeds.js';
import { healthRoutes } from './routes/health.js';
import { locationRoutes } from './routes/locations.js';
import { assistantRoutes } from './routes/mcp.js';
import { oauthRoutes } from './routes/oauth.js';
import { offerRoutes } from './routes/offers.js';
import { orderRoutes } from './routes/orders.js';
import { organizerRoutes } from './routes/organizer.js';
import { reportRoutes } from './routes/reports.js';
import { settlementRoutes } from './routes/settlements.js';
import { stripeRoutes } from './routes/stripe.js';
import { ticketRoutes } from './routes/tickets.js';
import { trackRoutes } from './routes/track.js';
import { tlsServerFactory } from './tls.js';

/** The API, mounted under both base addresses. */
const API_ROUTES: Route[] = [
  eventRoutes,
  ticketRoutes,
  categoryRoutes,
  locationRoutes,
  demoRoutes,
  earningRoutes,
  reportRoutes,
  settlementRoutes,
  feedRoutes,
  bulkRoutes,
  offerRoutes,
  trackRoutes,
  assistantRoutes,
  orderRoutes,
  oauthRoutes,
];

/** The service's own pages, at the root of the origin. */
const PAGES: Route[] = [
  landingRoute,
  siteFilesRoute,
  oauthMetadataRoute,
  packageRoutes,
  eventPageRoute,
  picturesRoute,
  problemPagesRoute,
  buyRoute,
  checkoutRoute,
  orderPageRoute,
  organizerRoutes,
  sandboxRoute,
  devMailRoute,
  dashboardRoute,
  healthRoutes,
  stripeRoutes,
];

export interface BuildOptions {
  /** Mounted in addition to the API's own routes: for tests and embedders. */
  extraRoutes?: Route[];
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeout?: number;
  headersTimeout?: number;
  /** Longest silence of a connection during a call, in milliseconds: a client that reads nothing is cut off within twice this time. */
  connectionTimeout?: number;
  /** Called for every response; absent: nothing is measured. */
  metrics?: Metrics;
}

function createServer(ctx: Context, options: BuildOptions): App {
  // A handler waits 20 seconds at most (`MAX_WAIT_MS`).
  const { headersTimeout = 10_000, requestTimeout = 20_000, connectionTimeout = 30_000 } = options;
  const { trustedProxies: proxies, tls } = ctx.config;
  const http: ServerOptions = {
    maxHeaderSize: 16_384,
    headersTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout),
    // Node would refuse in its own words.
    requireHostHeader: false,
  };
  const timeouts = {
    requestTimeout,
    connectionTimeout,
    // Longer than proxies keep an idle connection: otherwise they would send calls into a closing connection.
    keepAliveTimeout: 65_000,
  };
  return Fastify({
    logger: false,
    http,
    ...timeouts,
    ...(tls && { serverFactory: tlsServerFactory(tls, { ...http, ...timeouts }) }),
    bodyLimit: 65_536,
    return503OnClosing: false,
    // The nearest address that is no trusted proxy's. Addresses that a client wrote in front of it do not count.
    trustProxy: proxies.length > 0 ? networkMatcher(proxies) : false,
    genReqId: ctx.memory.newRequestId,
    clientErrorHandler: clientErrorHandler(ctx, options.metrics?.refused),
    frameworkErrors: unroutable(ctx, options.metrics?.refused),
    rewriteUrl: ({ url }) => parsePath(url ?? '/'),
    routerOptions: { maxParamLength: 8_192, querystringParser: (text) => new ParsedQuery(text) },
  }).withTypeProvider<ZodTypeProvider>();
}

/**
 * Builds the HTTP API; it does not listen yet.
 *
 * The order below is the order of the checks: authentication, rate limit, permission, request.
 */
export async function buildApp(ctx: Context, options: BuildOptions = {}): Promise<App> {
  const app = createServer(ctx, options);
  const keys = createKeyDirectory(ctx);
  const guardRefusal = createGuardCheck(ctx);
  const limiter = createLimiter(ctx);
  const nameVisitor = visitorNamer(ctx);
  const signals = createSignalRecorder(ctx, keys);
  const use = createUseCounter(ctx);
  app.decorate('keys', keys);
  app.decorate('signals', signals);
  const requests = createRequestRecorder(ctx);
  app.decorate('keyUse', use);
  app.decorate('requestLog', requests);
  app.addHook('onClose', async () => {
    await Promise.all([signals.close(), use.close(), requests.close(), keys.close(), limiter.close()]);
  });
  app.decorateRequest('caller');
  app.decorateRequest('refusal', null);
  app.decorateRequest('flight', null);
  app.decorateRequest('problem', null);

  const prefixes = basePaths(ctx.config);
  rawRefusals(app.server, ctx, options.metrics?.refused);
  if (options.metrics) measure(app, options.metrics);
  recordCalls(app, { use, requests }, prefixes);
  problemDetails(app, ctx, prefixes);
  validation(app);
  jsonBody(app);
  traceRequests(app, ctx.tracer);
  securityHeaders(app, ctx.config);
  hygiene(app);
  knownPaths(app);
  lastAnswers(app);
  const load = loadShedding(app, ctx);
  authenticate(app, keys, guardRefusal);
  cors(app);
  rateLimit(app, { keys, guardRefusal, limiter, nameVisitor });
  refusals(app);
  etag(app);
  // Before the call is read: a query cached word for word was readable.
  reuse(app);
  readable(app);

  await openapi(app, ctx.config, prefixes[0] ?? '');
  for (const prefix of prefixes) {
    await app.register(
      async (scope) => {
        for (const mount of [...API_ROUTES, ...(options.extraRoutes ?? [])])
          mount(scope.withTypeProvider<ZodTypeProvider>(), ctx);
      },
      { prefix },
    );
  }
  for (const mount of PAGES) mount(app, ctx);
  await dashboardApi(app, ctx);
  docs(app, ctx);
  options.metrics?.watchLoad(load);
  options.metrics?.watchLimiter(limiter.state);
  options.metrics?.watchConnections(promisify(app.server.getConnections.bind(app.server)));
  await Promise.all([app.ready(), limiter.ready()]);
  return app;
}
