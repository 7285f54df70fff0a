import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type DestinationStream, type Logger, pino } from 'pino';
import { CREDENTIAL_PREFIX } from '../../core/key-format.js';
import { traceFacts } from '../traces/current-trace.js';
import { errorFacts } from './error-facts.js';

export type { Logger };

const KEY = new RegExp(`${CREDENTIAL_PREFIX}[A-Za-z0-9_-]+`, 'g');
/** Long enough to be an id with a secret, not a word. */
const BASIC = /\b(Basic\s+)[A-Za-z0-9+/]{20,}=*/gi;
// Looked for from the beginning of a word only: from every letter of a long one it would take seconds.
// A host has no slash: `node_modules/@scope/package/index.js` is a place in a stack.
const EMAIL = /(?<![^\s"'<>@,;:\\])[^\s"'<>@,;:\\]+@[^\s"'<>@,;:\\/]+\.[A-Za-z]{2,}/g;
const KEY_PARAMETER = /([?&](?:key|token)=|\b(?:client_secret|client_assertion|access_token)=)[^&\s"\\]+/gi;

/** Text with keys, tokens, client secrets and e-mail addresses replaced, safe to log. */
export function redactText(text: string): string {
  return text
    .replace(KEY, '[key]')
    .replace(BASIC, '$1[key]')
    .replace(KEY_PARAMETER, '$1[key]')
    .replace(EMAIL, '[email]');
}

/** A JSON logger whose lines never contain a credential or an e-mail address. */
export function createLogger(options: { level: string; name: string; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      name: options.name,
      redact: {
        paths: [
          'req.headers.authorization',
          'headers.authorization',
          '*.buyer_email',
          '*.buyer_name',
          '*.secret',
          '*.client_secret',
          '*.access_token',
        ],
        censor: '[redacted]',
      },
      mixin: traceFacts,
      // Ours are under `err`, the Temporal SDK's under `error`.
      serializers: { err: errorFacts, error: errorFacts },
      hooks: { streamWrite: redactText },
    },
    options.destination ?? standardOutput().stream,
  );
}

/** In characters; the lines after that are dropped. */
const MOST_WAITING = 1_000_000;
/** A full disk keeps no process from ending. */
const LAST_LINES_MS = 1_000;

/** If the disk is full, unwritten lines wait for the next line. They neither end the process nor prevent its end. */
export function standardOutput() {
  const stream = pino.destination({ dest: 1, maxLength: MOST_WAITING });
  let fails = false;
  let waiting = false;
  stream.on('error', () => {
    fails = true;
  });
  stream.on('write', () => {
    fails = false;
  });
  stream.on('drain', () => {
    waiting = false;
  });
  const write = stream.write.bind(stream);
  stream.write = (line) => {
    waiting = true;
    return write(line);
  };
  const flush = stream.flushSync.bind(stream);
  // It repeats until it succeeds.
  stream.flushSync = () => {
    if (!fails) flush();
  };
  return {
    stream,
    /** Settles when all lines so far are written, or after a second. */
    async written(): Promise<void> {
      if (waiting) await Promise.race([once(stream, 'drain'), pause(LAST_LINES_MS, undefined, { ref: false })]);
    },
  };
}
