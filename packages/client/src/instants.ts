/**
 * Microseconds since 1970 of an ISO 8601 instant, which `Date` would cut to milliseconds.
 *
 * @throws {TypeError} for text that is no instant.
 */
export function microsecondsOf(instant: string): number {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) throw new TypeError(`not an ISO 8601 instant: ${instant}`);
  const [, fraction = ''] = /\.(\d+)/.exec(instant) ?? [];
  return milliseconds * 1000 + Number(fraction.slice(3, 6).padEnd(3, '0'));
}

/** The later of two instants. */
export function later(first: string, other: string): string {
  return microsecondsOf(other) > microsecondsOf(first) ? other : first;
}
