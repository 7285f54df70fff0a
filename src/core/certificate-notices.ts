import { DAY } from './time.js';
import type { Viewer } from './viewer.js';

/** How long before it expires a certificate's owner is reminded. */
const REMINDED_MS = 30 * DAY;

/** `certificate_expiring`, for each certificate pinned to the key that expires within thirty days of `now`; on every list. */
export function certificateNotices({ certificates = [] }: Pick<Viewer, 'certificates'>, now: Date): string[] {
  return certificates
    .filter(({ notAfter }) => notAfter > now && notAfter.getTime() - now.getTime() <= REMINDED_MS)
    .map(
      ({ fingerprint, notAfter }) =>
        `certificate_expiring: The client certificate ${fingerprint.slice(0, 16)}… pinned to this key expires on ` +
        `${notAfter.toISOString()}; pin its successor before that.`,
    );
}
