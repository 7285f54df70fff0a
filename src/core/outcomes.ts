/** The outcomes of an attempt, each with its meaning. */
export const OUTCOMES = {
  ok: 'The receiver answered 2xx in time.',
  http_3xx: 'The receiver answered with a redirect; redirects are not followed.',
  http_4xx: 'The receiver refused the delivery.',
  http_5xx: 'The receiver failed.',
  timeout: 'The whole answer did not arrive within 10 seconds.',
  connection_refused: 'Nothing listens at the address.',
  connection_reset: 'The connection was closed before an answer was complete.',
  unreachable: 'No way leads to the address.',
  tls: 'The TLS handshake failed: certificate, name or version (1.2 at least).',
  dns: 'The name could not be resolved.',
  blocked_address: 'The address, or one its name resolves to, is not on the public internet, or is not https.',
  answer_too_large: 'The receiver answered 2xx with a body that did not end within 256 KiB.',
  protocol: 'The answer was not understood as HTTP.',
} as const satisfies Record<string, string>;

export type Outcome = keyof typeof OUTCOMES;
export type FailureClass = Exclude<Outcome, 'ok'>;

/** The table of outcomes as Markdown, for the partner guide. */
export function outcomeTable(): string {
  const rows = Object.entries(OUTCOMES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return ['| Class | Meaning |', '|---|---|', ...rows].join('\n');
}
