import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

const KEY = /\btt_(?:test|pk_live|sk_live|at)_[A-Za-z0-9_-]+/g;
const EMAIL = /[^\s"'<>@,;:\\]+@[^\s"'<>@,;:\\]+\.[A-Za-z]{2,}/g;
const KEY_PARAMETER = /([?&]key=)[^&\s"\\]+/gi;

/** Text with keys, `key=` values and e-mail addresses replaced, safe to log. */
export function redactText(text: string): string {
  return text.replace(KEY, '[key]').replace(KEY_PARAMETER, '$1[key]').replace(EMAIL, '[email]');
}

/** A JSON logger whose lines never hold a credential or an e-mail address, wherever in the line they stood. */
export function createLogger(options: { level: string; name: string; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      name: options.name,
      redact: {
        paths: ['req.headers.authorization', 'headers.authorization', '*.buyer_email', '*.buyer_name', '*.secret'],
        censor: '[redacted]',
      },
      hooks: { streamWrite: redactText },
    },
    options.destination ?? pino.destination(1),
  );
}
