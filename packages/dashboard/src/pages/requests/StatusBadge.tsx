import { Badge } from '../../parts/Badge.tsx';

/** The status of an answer, by its colour how it went. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'quiet' : 'good';
  return <Badge tone={tone}>{String(status)}</Badge>;
}

/** `0.4 ms`, `12 ms`, `1.4 s` */
export function milliseconds(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
