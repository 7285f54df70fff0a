import { ProblemError } from '../../core/problems.js';
import type { PinnedCertificate } from '../../core/viewer.js';

/** What a key is tied to beyond its secret (contract: Authentication 6). */
export interface KeyGuards {
  /** None: calls need no certificate. */
  certificates: readonly PinnedCertificate[];
  /** Null: every address may call. */
  allows: ((address: string | undefined) => boolean) | null;
  /** Whether a refusal may name the address it came from: not that of a website's visitor, since refusals are logged. */
  sharesAddress: boolean;
}

/** The certificate that came with a call. */
export interface PresentedCertificate {
  /** As {@link PinnedCertificate.fingerprint}; null when what came cannot be read. */
  fingerprint: string | null;
  /** False: certificates must be of an authority here, and this one is not. */
  vouched: boolean;
}

/** Whence a call came; asked only as far as the key's guards need it. */
export interface CallSource {
  address(): string | undefined;
  certificate(): PresentedCertificate | null;
}

/**
 * Judges a call by the guards of its key; null when it may go on. The certificate comes first: whoever has not shown to be
 * the owner hears nothing more about the key.
 */
export function judgeGuards(guards: KeyGuards, source: CallSource, now: Date): ProblemError | null {
  if (guards.certificates.length > 0) {
    const refusal = judgeCertificate(guards.certificates, source.certificate(), now);
    if (refusal) return refusal;
  }
  return guards.allows && !guards.allows(source.address()) ? notAllowed(guards, source) : null;
}

function notAllowed({ sharesAddress }: KeyGuards, source: CallSource): ProblemError {
  const detail = sharesAddress && `The call came from ${source.address()}, which is not on the key's list.`;
  return new ProblemError('ip_not_allowed', detail ? { detail } : {});
}

function judgeCertificate(
  pinned: readonly PinnedCertificate[],
  presented: PresentedCertificate | null,
  now: Date,
): ProblemError | null {
  if (presented === null) return new ProblemError('certificate_required');
  const mismatch = (detail: string) => new ProblemError('certificate_mismatch', { detail });
  const { fingerprint, vouched } = presented;
  if (fingerprint === null) return mismatch('The certificate that came with the call cannot be read.');
  const match = pinned.find((one) => one.fingerprint === fingerprint);
  if (!match)
    return mismatch(`The key is pinned to another certificate than the one presented, SHA-256 ${fingerprint}.`);
  if (!vouched) return mismatch('The certificate is not of an authority that is accepted here.');
  if (match.notAfter <= now) return mismatch(`The certificate ended on ${match.notAfter.toISOString()}.`);
  return null;
}
