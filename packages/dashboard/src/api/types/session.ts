import type { Instant, Mode } from './common.ts';

export type Role = 'owner' | 'developer' | 'finance' | 'viewer';

export type Action =
  | 'company.read'
  | 'members.read'
  | 'members.change'
  | 'keys.read'
  | 'keys.change'
  | 'webhooks.read'
  | 'webhooks.change'
  | 'webhooks.secret'
  | 'deliveries.send'
  | 'bulk.read'
  | 'bulk.change'
  | 'use.read'
  | 'earnings.read'
  | 'settlements.read';

export type Verdict = 'allowed' | 'role' | 'second_step_owed' | 'second_step_missing' | 'second_step_again';

export interface Session {
  object: 'session';
  id: string;
  member: { id: string; email: string; role: Role };
  company: { id: string; name: string; currency: string };
  /** The one to open first. */
  mode: Mode;
  second_step: { owed: boolean; has_totp: boolean; passkeys: number; fresh_until: Instant | null };
  rights: Record<Action, Verdict>;
  ends_at: Instant;
  your_address: string;
}

export interface OpenSession {
  id: string;
  agent: string;
  created_at: Instant;
  seen_at: Instant;
  ends_at: Instant;
  current: boolean;
}

export interface Passkey {
  id: string;
  name: string;
  created_at: Instant;
  used_at: Instant | null;
}

export interface Member {
  id: string;
  email: string;
  role: Role;
  created_at: Instant;
  signed_in_at: Instant | null;
  has_second_step: boolean;
  you: boolean;
}

export interface Choices {
  roles: { role: Role; actions: Action[]; again: Action[] }[];
  scopes: Record<'test' | 'website' | 'server', string[]>;
  countries: string[];
  categories: string[];
  bulk_max: number;
}

export interface Notice {
  code: 'webhook_failing' | 'webhook_disabled' | 'certificate_ends';
  endpoint_id: string | null;
  key_id: string;
  share: number | null;
  detail: string;
  since: Instant | null;
  /** Null where the member may not see the endpoint. */
  host: string | null;
  last_failure: string | null;
  ends_at: Instant | null;
}
