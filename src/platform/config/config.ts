import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../../core/time.js';
import { address, databaseUrl, listenHost, redisUrl, smtpUrl, temporalAddress } from './addresses.js';
import { type BankAccountConfig, bankAccounts } from './bank-accounts.js';
import { type MailConfig, mailFrom, readMail } from './mail-settings.js';
import { port, whole } from './numbers.js';
import { readService, type ServiceConfig, serviceSettings } from './service-settings.js';
import { readStripe, type StripeConfig, stripeSettings } from './stripe-settings.js';
import { trustedNetworks } from './trusted-networks.js';
import { type WorkerMetricsConfig, workerMetrics, workerMetricsPort } from './worker-metrics.js';

/** Most events in one bulk file (contract: Limits). */
export const MAX_BULK_EVENTS = 250_000;

const flag = z
  .enum(['0', '1', 'false', 'true'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');

/** Postgres keeps it in 32 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const UNIT_MS = { s: 1_000, m: MINUTE, h: HOUR, d: DAY } as const;

/** Tickets are held for the 30 minutes of the payment page, and two for a payment begun in its last second. */
export const HOLD_MINUTES = 32;
const HOLD_MS = HOLD_MINUTES * UNIT_MS.m;

/** A whole number with its unit, such as `24h`, at most ninety days; in milliseconds. */
const duration = z
  .string()
  .regex(/^\d{1,6}[smhd]$/, 'must be a whole number with a unit, such as 10m, 24h or 3d')
  .transform((text) => Number.parseInt(text, 10) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
  .refine((ms) => ms <= 90 * UNIT_MS.d, 'must be 90d at most');

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  HOST: listenHost.default('127.0.0.1'),
  PORT: port.default(3000),
  BASE_URL: address.optional(),
  SITE_BASE_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(1, 200).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(100, MAX_TIMEOUT_MS).default(10_000),
  /** Memory for documents of events in a process that serves lists of them; 0: none. */
  LISTINGS_MEMORY_MB: whole(0, 16_384).default(512),
  TEMPORAL_ADDRESS: temporalAddress.optional(),
  TEMPORAL_NAMESPACE: z
    .string()
    .regex(PLAIN_NAME, 'must be letters, digits, `.`, `_` and `-`')
    .default('partner-events'),
  /** Temporal's web pages, which `/` links to outside production. */
  TEMPORAL_UI: address.optional(),
  /** Where `npm start` serves them; 0: any that is free. */
  TEMPORAL_UI_PORT: port.optional(),
  /** Appended to every task queue name, so that several deployments can share one namespace. */
  TEMPORAL_QUEUE_SUFFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]*$/, 'must be letters, digits, `.`, `_` and `-`')
    .default(''),
  REDIS_URL: redisUrl.optional(),
  /** Port on which an API process serves `GET /metrics`, separate from its public listener; absent: none. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  /** The same for a worker process; `off`: none. */
  WORKER_METRICS_PORT: workerMetricsPort,
  /** Key that signs cursors and visitor hashes and encrypts secrets: 32 bytes as base64. */
  ENCRYPTION_KEY: z.base64().optional(),
  /** The previous key during a rotation: decrypts only. */
  ENCRYPTION_KEY_PREVIOUS: z.base64().optional(),
  /** `simulated` gives live mode a simulated processor that moves no money, `stripe` a real one. */
  PAYMENTS: z.enum(['none', 'simulated', 'stripe']).default('none'),
  ...stripeSettings,
  BANK_ACCOUNTS: bankAccounts.default({}),
  /** From the cancellation of an event to the refunds of its buyers. */
  AUTO_REFUND_AFTER: duration.default(24 * UNIT_MS.h),
  /** How long a change of an event settles before its buyers are told. */
  ANNOUNCE_CHANGES_AFTER: duration.default(10 * UNIT_MS.m),
  /** How long tickets are held for an order. Shorter for tests alone: the contract says half an hour. */
  HOLD_FOR: duration.default(HOLD_MS),
  /** Proxies whose `X-Forwarded-For` and `Client-Cert` headers are trusted. */
  TRUSTED_PROXIES: trustedNetworks,
  /** TLS without a proxy: PEM, or paths of PEM files. */
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  /** Only client certificates of these authorities are accepted; default: any that is pinned. */
  TLS_CLIENT_CA: z.string().min(1).optional(),
  /** `max-age` of `Strict-Transport-Security`; 0: no header. */
  HSTS_MAX_AGE: whole(0, 63_072_000).default(31_536_000),
  ALLOW_PRIVATE_DELIVERY: flag,
  /** Where Vite serves the dashboard of `npm run dev`. */
  DASHBOARD_DEV_SERVER: address.optional(),
  /** Origin of the example receiver that `npm start` runs: deliveries may go there although it is local. */
  EXAMPLE_RECEIVER: address.optional(),
  /** Origin that `npm start` reserves for `partner-events listen`: deliveries may go there too. */
  LISTEN_RECEIVER: address.optional(),
  /** An S3-compatible store for finished files; all five or none. */
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be 3 to 255 letters, digits, `.`, `_` and `-`')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The server that takes outgoing mail, and whom it comes from; both or none. */
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom,
  ...serviceSettings,
  /** Signs outgoing mail: domain, selector, and the private key as PEM or the path of one; all three or none. */
  DKIM_DOMAIN: z.hostname().optional(),
  DKIM_SELECTOR: z.hostname().optional(),
  DKIM_PRIVATE_KEY: z.string().min(1).optional(),
  BULK_MAX_EVENTS: whole(1, MAX_BULK_EVENTS).default(MAX_BULK_EVENTS),
});

type Environment = z.infer<typeof schema>;

/** Every environment variable that is read here. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

/** The settings of one process, read once in its entry point and passed down. */
export interface Config {
  env: Environment['NODE_ENV'];
  logLevel: Environment['LOG_LEVEL'];
  host: string;
  port: number;
  /** Public address of version 1 of the API, for example `https://api.example.com/v1`. */
  baseUrl: string;
  /** The second address of the same API, kept for existing integrations. */
  siteBaseUrl: string;
  /** Scheme, host and port of `baseUrl`: event pages, buy links, checkout pages and problem pages are below it. */
  origin: string;
  dataDir: string;
  database: { url: string | undefined; pool: number; statementTimeoutMs: number };
  /** In bytes; 0: documents are read from the database each time. */
  listingsMemory: number;
  temporal: {
    address: string | undefined;
    namespace: string;
    queueSuffix: string;
    ui: string | undefined;
    uiPort: number | undefined;
  };
  redisUrl: string | undefined;
  /** The listener for metrics; undefined: none. */
  metrics: { host: string; port: number } | undefined;
  /** The ports for a worker's metrics; undefined: none. */
  workerMetrics: WorkerMetricsConfig | undefined;
  encryptionKey: Buffer | undefined;
  previousEncryptionKey: Buffer | undefined;
  payments: Environment['PAYMENTS'];
  /** Undefined: payments are not made by Stripe. */
  stripe: StripeConfig | undefined;
  /** Our own accounts, by currency, from which partners are paid by bank transfer. */
  bankAccounts: Readonly<Record<string, BankAccountConfig>>;
  /** Milliseconds from the cancellation of an event to the refunds of its buyers. */
  autoRefundAfterMs: number;
  /** Milliseconds that a change of an event settles before its buyers are told. */
  announceChangesAfterMs: number;
  /** Milliseconds that tickets are held for an order. */
  holdMs: number;
  /** Networks in normal form. */
  trustedProxies: string[];
  /** Undefined: plain HTTP. */
  tls: TlsConfig | undefined;
  /** `max-age` of `Strict-Transport-Security` on answers over TLS, in seconds; 0: no such header. */
  hstsMaxAge: number;
  allowPrivateDelivery: boolean;
  /** The bucket for finished files; undefined: the data folder. */
  s3: S3Config | undefined;
  /** Undefined: mail goes to the mailbox of a development service, and in production none can be sent. */
  mail: MailConfig | undefined;
  service: ServiceConfig;
  /** Most events that one bulk file holds. */
  mostBulkEvents: number;
  /** Serves the dashboard's pages and modules in place of its build, while one works on it. */
  dashboardDevServer: string | undefined;
  exampleReceiver: string | undefined;
  listenReceiver: string | undefined;
}

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

/** An invalid setting; `message` names every variable and what is wrong. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings from environment variables.
 *
 * @throws {ConfigError} naming every variable that is missing or malformed.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
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
    baseUrl,
    siteBaseUrl: value.SITE_BASE_URL ?? `${origin}/api/v1`,
    origin,
    dataDir: value.DATA_DIR,
    database: {
      url: value.DATABASE_URL,
      pool: value.DATABASE_POOL,
      statementTimeoutMs: value.DATABASE_STATEMENT_TIMEOUT_MS,
    },
    listingsMemory: value.LISTINGS_MEMORY_MB * 1_048_576,
    temporal: {
      address: value.TEMPORAL_ADDRESS,
      namespace: value.TEMPORAL_NAMESPACE,
      queueSuffix: value.TEMPORAL_QUEUE_SUFFIX,
      ui: value.TEMPORAL_UI,
      uiPort: value.TEMPORAL_UI_PORT,
    },
    redisUrl: value.REDIS_URL,
    metrics: value.METRICS_PORT === undefined ? undefined : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    workerMetrics: workerMetrics(value.WORKER_METRICS_PORT, value.METRICS_HOST),
    encryptionKey,
    previousEncryptionKey,
    payments: value.PAYMENTS,
    stripe,
    bankAccounts: value.BANK_ACCOUNTS,
    autoRefundAfterMs: value.AUTO_REFUND_AFTER,
    announceChangesAfterMs: value.ANNOUNCE_CHANGES_AFTER,
    holdMs: value.HOLD_FOR,
    trustedProxies: value.TRUSTED_PROXIES,
    tls,
    hstsMaxAge: value.HSTS_MAX_AGE,
    allowPrivateDelivery: value.ALLOW_PRIVATE_DELIVERY,
    s3: readS3(value),
    mail,
    service: readService(value),
    mostBulkEvents: value.BULK_MAX_EVENTS,
    dashboardDevServer: value.DASHBOARD_DEV_SERVER,
    exampleReceiver: value.EXAMPLE_RECEIVER,
    listenReceiver: value.LISTEN_RECEIVER,
  };
}

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
