import { join } from 'node:path';
import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../../core/time.js';
import { address, databaseUrl, listenHost, redisUrl, smtpUrl, temporalAddress } from './addresses.js';
import { names } from './approvers.js';
import { bankAccounts } from './bank-accounts.js';
import { mailFrom } from './mail-settings.js';
import { flag, port, whole } from './numbers.js';
import { projectRoot } from './project-root.js';
import { serviceSettings } from './service-settings.js';
import { stripeSettings } from './stripe-settings.js';
import { trustedNetworks } from './trusted-networks.js';
import { workerMetricsPort } from './worker-metrics.js';

/** Most events in one bulk file (contract: Limits). */
const MAX_BULK_EVENTS = 250_000;

/** Postgres keeps it in 32 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const UNIT_MS = { s: 1_000, m: MINUTE, h: HOUR, d: DAY } as const;

/** Tickets are held for the 30 minutes of the payment page, and two for a payment begun in its last second. */
export const HOLD_MINUTES = 32;

export const HOLD_MS = HOLD_MINUTES * UNIT_MS.m;

/** A whole number with its unit, such as `24h`, at most ninety days; in milliseconds. */
const duration = z
  .string()
  .regex(/^\d{1,6}[smhd]$/, 'must be a whole number with a unit, such as 10m, 24h or 3d')
  .transform((text) => Number.parseInt(text, 10) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
  .refine((ms) => ms <= 90 * UNIT_MS.d, 'must be 90d at most');

export const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  HOST: listenHost.default('127.0.0.1'),
  PORT: port.default(3000),
  BASE_URL: address.optional(),
  SITE_BASE_URL: address.optional(),
  /** The checkout's own file. The folder from which a command is called does not matter. */
  DATA_DIR: z
    .string()
    .min(1)
    .default(() => join(projectRoot(), '.data')),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
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
  /** The version of a worker for Temporal's Worker Versioning; absent: workers have none. */
  WORKER_BUILD_ID: z.string().max(100).regex(PLAIN_NAME, 'must be letters, digits, `.`, `_` and `-`').optional(),
  REDIS_URL: redisUrl.optional(),
  /** Port on which an API process serves `GET /metrics`, separate from its public listener; absent: none. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  /** Where spans are exported by OTLP over HTTP; absent: none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  /** The same for a worker process; `off`: none. */
  WORKER_METRICS_PORT: workerMetricsPort,
  /** Key that signs cursors and visitor hashes and encrypts secrets: 32 bytes as base64. */
  ENCRYPTION_KEY: z.base64().optional(),
  /** The previous key during a rotation: decrypts only. */
  ENCRYPTION_KEY_PREVIOUS: z.base64().optional(),
  /** `simulated` gives live mode a simulated processor that moves no money, `stripe` a real one. */
  PAYMENTS: z.enum(['none', 'simulated', 'stripe']).default('none'),
  /** How partners are paid, but for bank files; absent: `simulated` with simulated payments, else `none`. */
  PAYOUTS: z.enum(['none', 'simulated', 'stripe']).optional(),
  ...stripeSettings,
  BANK_ACCOUNTS: bankAccounts.default({}),
  /** Who may approve decisions about payments: names as in `--by`, separated by commas. */
  PAYMENT_APPROVERS: names.default([]),
  AUTO_REFUND_AFTER: duration.default(24 * UNIT_MS.h),
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
  HSTS_MAX_AGE: whole(0, 63_072_000).default(31_536_000),
  ALLOW_PRIVATE_DELIVERY: flag,
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

export type Environment = z.infer<typeof schema>;

/** Every environment variable that is read here. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);
