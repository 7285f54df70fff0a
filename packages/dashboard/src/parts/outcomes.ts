/** How an attempt ended, in the words of the pages, by the class that the API names. */
export const OUTCOME_TEXT: Readonly<Record<string, string>> = {
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

export const outcomeText = (outcome: string): string => OUTCOME_TEXT[outcome] ?? outcome;
