import type { Instant, Mode } from './common.ts';

export type KeyKind = 'test' | 'website' | 'server';

export interface Key {
  object: 'key';
  id: string;
  kind: KeyKind;
  mode: Mode;
  /** Empty: it has none. */
  name: string;
  hint: string;
  domains: string[];
  capabilities: string[];
  rate_limit: number | null;
  site_rate_limit: number | null;
  certificates: number;
  networks: number;
  last_used_at: Instant | null;
  created_at: Instant;
  revoked_at: Instant | null;
  /** Of a key that was rolled: until when the secret before works too, how it looked, and its last use. */
  previous_until: Instant | null;
  previous_hint: string | null;
  previous_used_at: Instant | null;
}

/** Shown once. */
export interface NewKey extends Key {
  key: string;
  curl: string;
}

export interface Certificate {
  sha256: string;
  subject: string;
  not_after: Instant;
  added_at: Instant | null;
}

export interface KeyDetail extends Key {
  certificate_list: Certificate[];
  network_list: string[];
  your_address: string;
  /** What revoking stops. */
  stops: {
    endpoints: { id: string; kind: 'webhook' | 'postback'; url: string }[];
    clients: { id: string; name: string }[];
    calls_last_week: number;
  };
}

export interface Client {
  object: 'client';
  id: string;
  key_id: string;
  kind: KeyKind;
  mode: Mode;
  /** Empty: it has none. */
  name: string;
  hint: string;
  scopes: string[];
  rate_limit: number | null;
  created_at: Instant;
  previous_until: Instant | null;
  revoked_at: Instant | null;
  live_tokens: number;
  last_issued_at: Instant | null;
}

export interface NewClient extends Client {
  secret: string;
  curl: string;
}
