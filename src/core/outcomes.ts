/** The outcomes of an attempt, each with its meaning. */
export const OUTCOMES = {
  ok: 'The receiver responded with 2xx in time.',
  http_3xx: 'The receiver responded with a redirect. We do not follow redirects.',
  http_4xx: 'The receiver refused the delivery.',
  http_5xx: 'The receiver failed.',
  timeout: 'The whole response did not arrive within 10 seconds.',
  connection_refused: 'Nothing listens at the address and port of the URL.',
  connection_reset: 'The connection was closed before the response was complete.',
  unreachable: 'The address is unreachable.',
  tls: 'The TLS handshake failed: certificate, name or version (1.2 at least).',
  dns: 'The host name could not be resolved.',
  blocked_address: 'The URL, or an IP address its host resolves to, is not public, or the URL is not https.',
  answer_too_large: 'The receiver responded with 2xx and a body of more than 256 KiB.',
  protocol: 'The response was not valid HTTP.',
} as const satisfies Record<string, string>;

export type Outcome = keyof typeof OUTCOMES;
export type FailureClass = Exclude<Outcome, 'ok'>;
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];
export const FAILURE_CLASSES = OUTCOME_NAMES.filter((name): name is FailureClass => name !== 'ok');

/** How an attempt ended, in a word or three, as the dashboard and mails call it. */
const NAMES: Record<Outcome, string> = {
  ok: 'Delivered',
  http_3xx: 'Redirect (3xx)',
  http_4xx: 'Refused (4xx)',
  http_5xx: 'Server error (5xx)',
  timeout: 'Timed out',
  connection_refused: 'Connection refused',
  connection_reset: 'Connection closed',
  unreachable: 'Unreachable',
  tls: 'TLS failed',
  dns: 'DNS lookup failed',
  blocked_address: 'Address not public',
  answer_too_large: 'Response too large',
  protocol: 'Invalid HTTP',
};

/** The name of an outcome for people. */
export const outcomeText = (outcome: Outcome): string => NAMES[outcome];
