import type { Id } from './ids.js';
import type { Mode } from './mode.js';

/** The coverage of a company's agreement; null means no restriction. */
export interface Agreement {
  countries: readonly string[] | null;
  categories: readonly string[] | null;
  payingOnly: boolean;
}

export const UNLIMITED_AGREEMENT: Agreement = { countries: null, categories: null, payingOnly: false };

export interface PinnedCertificate {
  /** SHA-256 of the certificate in DER: 64 hexadecimal digits. */
  fingerprint: string;
  notAfter: Date;
}

/** The reader of events: decides which events are visible and which code is in the buy links. */
export interface Viewer {
  mode: Mode;
  /** Null for the demo endpoints and callers without a key, who see samples. */
  companyId: Id<'company'> | null;
  /** The partner's code in buy links. */
  ref: string;
  agreement: Agreement;
  /** Pinned to the key, if any: list responses warn before they expire. */
  certificates?: readonly PinnedCertificate[] | undefined;
}

/** The code in buy links without a partner. */
const DEMO_REF = 'demo';

export const DEMO_VIEWER: Viewer = { mode: 'test', companyId: null, ref: DEMO_REF, agreement: UNLIMITED_AGREEMENT };

export const KEY_KINDS = ['test', 'website', 'server'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const CAPABILITIES = ['EMBEDDED_CHECKOUT', 'BULK_FEEDS', 'CARD_LINKED_OFFERS'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The scopes of an access token (contract: Authentication 5). */
export const SCOPES = ['events:read', 'events:details', 'earnings:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Set for calls with an access token instead of the client's key. */
export interface TokenGrant {
  clientId: Id<'oauthClient'>;
  scopes: readonly Scope[];
}

/** Who makes a call, once the key has been checked. */
export interface Caller extends Viewer {
  companyId: Id<'company'>;
  keyId: Id<'key'>;
  kind: KeyKind;
  capabilities: readonly Capability[];
  /** Hosts a website key works from; `*.host` stands for its subdomains. */
  domains: readonly string[];
  /** Requests a minute; null: the default of the kind. */
  rateLimit: number | null;
  siteRateLimit: number | null;
  token?: TokenGrant | undefined;
  /** The call has the key from before a roll. */
  isPrevious?: boolean;
}
