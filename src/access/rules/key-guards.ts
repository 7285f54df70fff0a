import { ProblemError } from '../../core/problems.js';
import type { PinnedCertificate } from '../../core/viewer.js';

/** The conditions of a key besides its secret (contract: Authentication 6). */
export interface KeyGuards {
  /** None: calls need no certificate. */
  certificates: readonly PinnedCertificate[];
  /** Null: any address. */
  allows: ((address: string | undefined) => boolean) | null;
  /** Whether a refusal may name the caller's address: not for a website's visitor, because refusals are logged. */
  sharesAddress: boolean;
}

/** The certificate that came with a call. */
export interface PresentedCertificate {
  /** As {@link PinnedCertificate.fingerprint}; null when the certificate cannot be read. */
  fingerprint: string | null;
  /** False: certificates must come from a trusted authority here, and this one does not. */
  vouched: boolean;
}

/** Where a call came from; evaluated only as far as the key's guards need it. */
export interface CallSource {
  address(): string | undefined;
  certificate(): PresentedCertificate | null;
}

/** Null: the call passes. The certificate comes first, so that a caller without it gets no detail about the key. */
export function checkGuards(guards: KeyGuards, source: CallSource, now: Date): ProblemError | null {
  if (guards.certificates.length > 0) {
    const refusal = checkCertificate(guards.certificates, source.certificate(), now);
    if (refusal) return refusal;
  }
  return guards.allows && !guards.allows(source.address()) ? notAllowed(guards, source) : null;
}

function notAllowed({ sharesAddress }: KeyGuards, source: CallSource): ProblemError {
  const detail = sharesAddress && `The call came from ${source.address()}, which is not on the key's list.`;
  return new ProblemError('ip_not_allowed', detail ? { detail } : {});
}

function checkCertificate(
  pinned: readonly PinnedCertificate[],
  presented: PresentedCertificate | null,
  now: Date,
): ProblemError | null {
  if (presented === null) return new ProblemError('certificate_required');
  const mismatch = (detail: string) => new ProblemError('certificate_mismatch', { detail });
  const { fingerprint, vouched } = presented;
  if (fingerprint === null) return mismatch('The certificate of the call cannot be read.');
  const match = pinned.find((certificate) => certificate.fingerprint === fingerprint);
  if (!match)
    return mismatch(`The key is pinned to a different certificate than the one presented, SHA-256 ${fingerprint}.`);
  if (!vouched) return mismatch('The certificate is not from an accepted authority.');
  if (match.notAfter <= now) return mismatch(`The certificate expired on ${match.notAfter.toISOString()}.`);
  return null;
}
