import { type Environment, HOLD_MS, schema } from './environment.js';
import { readMail } from './mail-settings.js';
import { readService } from './service-settings.js';
import { readStripe } from './stripe-settings.js';
import { workerMetrics } from './worker-metrics.js';

/** PEM, or paths of PEM files. */
export interface TlsConfig {
  cert: string;
  key: string;
  clientCa: string | undefined;
}

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An invalid setting; `message` names every variable and its fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the settings from environment variables. @throws {ConfigError} naming every variable that is missing or malformed. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings cannot be used:\n  ${faults.join('\n  ')}`);
  }
  const value = parsed.data;
  const encryptionKey = readKey('ENCRYPTION_KEY', value.ENCRYPTION_KEY);
  const previousEncryptionKey = readKey('ENCRYPTION_KEY_PREVIOUS', value.ENCRYPTION_KEY_PREVIOUS);
  if (previousEncryptionKey && !encryptionKey) {
    throw new ConfigError('ENCRYPTION_KEY_PREVIOUS: is set without ENCRYPTION_KEY');
  }
  if (value.NODE_ENV === 'production' && value.HOLD_FOR !== HOLD_MS) {
    throw new ConfigError('HOLD_FOR: must not be set in production; partners rely on 30 minutes to pay');
  }
  if (value.NODE_ENV === 'production' && value.DASHBOARD_DEV_SERVER) {
    throw new ConfigError('DASHBOARD_DEV_SERVER: must not be set in production, which serves the built dashboard');
  }
  const tls = readTls(value);
  const mail = readMail(value);
  if (typeof mail === 'string') throw new ConfigError(mail);
  const stripe = readStripe(value);
  if (typeof stripe === 'string') throw new ConfigError(stripe);
  const baseUrl = value.BASE_URL ?? `${tls ? 'https' : 'http'}://localhost:${value.PORT}/v1`;
  const origin = new URL(baseUrl).origin;
  return {
    env: value.NODE_ENV,
    logLevel: value.LOG_LEVEL,
    host: value.HOST,
    port: value.PORT,
    /** Public address of version 1 of the API, for example `https://api.example.com/v1`. */
    baseUrl,
    /** The second address of the same API, kept for existing integrations. */
    siteBaseUrl: value.SITE_BASE_URL ?? `${origin}/api/v1`,
    /** Scheme, host and port of `baseUrl`: event pages, buy links, checkout pages and problem pages are below it. */
    origin,
    dataDir: value.DATA_DIR,
    database: {
      url: value.DATABASE_URL,
      /** Postgres itself; undefined: `url` leads to it, and to no pooler. */
      directUrl: value.DATABASE_DIRECT_URL,
      pool: value.DATABASE_POOL,
      statementTimeoutMs: value.DATABASE_STATEMENT_TIMEOUT_MS,
    },
    listingsMemory: value.LISTINGS_MEMORY_MB * 1_048_576,
    temporal: {
      address: value.TEMPORAL_ADDRESS,
      namespace: value.TEMPORAL_NAMESPACE,
      queueSuffix: value.TEMPORAL_QUEUE_SUFFIX,
      workerBuildId: value.WORKER_BUILD_ID,
      ui: value.TEMPORAL_UI,
      uiPort: value.TEMPORAL_UI_PORT,
    },
    redisUrl: value.REDIS_URL,
    metrics: value.METRICS_PORT === undefined ? undefined : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    workerMetrics: workerMetrics(value.WORKER_METRICS_PORT, value.METRICS_HOST),
    encryptionKey,
    previousEncryptionKey,
    payments: value.PAYMENTS,
    payouts: value.PAYOUTS ?? (value.PAYMENTS === 'simulated' ? 'simulated' : 'none'),
    /** Modes whose payments are made by Stripe. */
    stripe,
    bankAccounts: value.BANK_ACCOUNTS,
    paymentApprovers: value.PAYMENT_APPROVERS,
    /** Milliseconds from the cancellation of an event to the refunds of its buyers. */
    autoRefundAfterMs: value.AUTO_REFUND_AFTER,
    /** Milliseconds that a change of an event settles before its buyers are notified. */
    announceChangesAfterMs: value.ANNOUNCE_CHANGES_AFTER,
    holdMs: value.HOLD_FOR,
    /** Networks in normal form. */
    trustedProxies: value.TRUSTED_PROXIES,
    /** Undefined: plain HTTP. */
    tls,
    /** `max-age` of `Strict-Transport-Security` on answers over TLS, in seconds; 0: no such header. */
    hstsMaxAge: value.HSTS_MAX_AGE,
    allowPrivateDelivery: value.ALLOW_PRIVATE_DELIVERY,
    /** The bucket for finished files; undefined: the data folder. */
    s3: readS3(value),
    /** Undefined: mail goes to the mailbox of a development service, and in production none can be sent. */
    mail,
    service: readService(value),
    mostBulkEvents: value.BULK_MAX_EVENTS,
    /** Serves the dashboard's pages and modules in place of its build, while one works on it. */
    dashboardDevServer: value.DASHBOARD_DEV_SERVER,
    exampleReceiver: value.EXAMPLE_RECEIVER,
    listenReceiver: value.LISTEN_RECEIVER,
  };
}

/** The settings of one process, read once in its entry point and passed down. */
export type Config = ReturnType<typeof readConfig>;

function readKey(name: string, text: string | undefined): Buffer | undefined {
  const key = text === undefined ? undefined : Buffer.from(text, 'base64');
  if (key && key.length !== 32) throw new ConfigError(`${name}: must be 32 bytes, written as base64`);
  return key;
}

function readS3(value: Environment): S3Config | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = value;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (endpoint && region && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, region, bucket, accessKeyId, secretAccessKey };
  }
  const missing = (
    ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  ).filter((name) => !value[name]);
  if (missing.length < 5) throw new ConfigError(`${missing.join(', ')}: must be set too; an S3 store needs all five`);
  return undefined;
}

function readTls({ TLS_CERT: cert, TLS_KEY: key, TLS_CLIENT_CA: clientCa }: Environment): TlsConfig | undefined {
  if (cert && key) return { cert, key, clientCa };
  if (cert || key) throw new ConfigError(`${cert ? 'TLS_KEY' : 'TLS_CERT'}: TLS_CERT and TLS_KEY, both or none`);
  if (clientCa) throw new ConfigError('TLS_CLIENT_CA: needs TLS_CERT and TLS_KEY');
  return undefined;
}

/** Whether the service's clock may be moved: only where payments are simulated or made at Stripe's stand-in, whose clock moves too. */
export function isClockMovable({ payments, stripe }: Pick<Config, 'payments' | 'stripe'>): boolean {
  const isSimulated = payments === 'simulated' || stripe.live?.apiBase !== undefined;
  return isSimulated && (stripe.test === undefined || stripe.test.apiBase !== undefined);
}
