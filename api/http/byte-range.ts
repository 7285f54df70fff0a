import { ProblemError } from '../../src/core/problems.js';
import type { ByteRange } from '../../src/platform/files/storage/port.js';

/** A part as `Range` requests it: from a byte on, up to a byte, or a number of last bytes. */
export type WantedRange = { first: number; last: number | null } | { suffix: number };

const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** One range (RFC 9110 14.2). Null for a header that is ignored: none, another unit, several ranges, or nonsense. */
export function parseRange(header: string | undefined): WantedRange | null {
  const [, first, last] = RANGE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return { suffix: Number(last) };
  if (last !== '' && Number(last) < Number(first)) return null;
  return { first: Number(first), last: last === '' ? null : Number(last) };
}

/** The range within a body of this size. @throws {ProblemError} `range_not_satisfiable` when it begins after the end. */
export function withinFile(range: WantedRange, size: number): ByteRange {
  if ('suffix' in range) {
    if (range.suffix > 0 && size > 0) return { start: Math.max(0, size - range.suffix), end: size - 1 };
  } else if (range.first < size) {
    return { start: range.first, end: Math.min(range.last ?? size - 1, size - 1) };
  }
  throw new ProblemError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } });
}
