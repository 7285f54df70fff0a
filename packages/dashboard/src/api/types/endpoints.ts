import type { Instant, Mode } from './common.ts';

export type EndpointKind = 'webhook' | 'postback';

export interface Endpoint {
  object: 'endpoint';
  id: string;
  kind: EndpointKind;
  key_id: string;
  mode: Mode;
  url: string;
  subscribes: string[];
  status: 'active' | 'disabled';
  inactive_reason: string | null;
  disabled_reason: string | null;
  failing_since: Instant | null;
  last_failure: string | null;
  /** When it will be, if it goes on failing. */
  disables_at: Instant | null;
  failing_share: number | null;
  previous_secret_until: Instant | null;
  created_at: Instant;
  replay: { since: Instant; restarted: number; finished_at: Instant | null } | null;
}

export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'failed', 'held', 'superseded', 'stopped'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface EndpointDetail extends Endpoint {
  waiting: number;
  counts: Record<DeliveryState, number>;
}

export interface Delivery {
  object: 'delivery';
  id: string;
  change_id: string;
  endpoint_id: string;
  type: string;
  what: string;
  mode: Mode;
  event_id: string | null;
  state: DeliveryState;
  run: number;
  attempt: number;
  last_outcome: string | null;
  next_attempt_at: Instant | null;
  created_at: Instant;
  finished_at: Instant | null;
}

export interface Attempt {
  run: number;
  number: number;
  started_at: Instant;
  finished_at: Instant | null;
  sends: number;
  outcome: string | null;
  status_code: number | null;
  duration_ms: number | null;
  detail: string | null;
  answer: string | null;
}

export interface DeliveryDetail extends Delivery {
  attempts: Attempt[];
  /** As it was sent, its secrets masked. */
  request: { method: string; url: string; headers: Record<string, string>; body: string | null } | null;
}

export interface TestResult {
  delivery_id: string | null;
  outcome: string;
  status_code: number | null;
  duration_ms: number | null;
  detail: string | null;
  answer: string | null;
}

export type HealthRange = '24h' | '7d' | '30d';

export interface HealthBucket {
  start: Instant;
  attempts: number;
  succeeded: number;
  p50_ms: number | null;
  p95_ms: number | null;
}

export interface Health {
  range: HealthRange;
  step_seconds: number;
  total: Omit<HealthBucket, 'start'>;
  buckets: HealthBucket[];
}

export interface AddressCheck {
  ok: boolean;
  errors: { field: string; message: string }[];
  preview: string | null;
}

export interface Placeholder {
  name: string;
  example: string;
  description: string;
}
