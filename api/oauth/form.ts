import { isUtf8 } from 'node:buffer';
import { OAuthError } from '../../src/access/rules/oauth.js';
import { isStorable } from '../../src/core/text.js';

/** The parameters that the endpoints read; others are ignored, whatever they hold. */
const KNOWN = new Set([
  'grant_type',
  'scope',
  'token',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]);

/**
 * The parameters of a form, as RFC 6749 section 3.2 wants them: sent without a value is not sent, sent twice is
 * refused.
 *
 * @throws {OAuthError} `invalid_request`.
 */
export function readForm(bytes: Buffer): ReadonlyMap<string, string> {
  if (!isUtf8(bytes)) throw new OAuthError('invalid_request', 'The body is not UTF-8.');
  const values = new Map<string, string>();
  for (const part of bytes.toString('utf8').split('&')) {
    const equals = part.indexOf('=');
    const name = decodeForm(equals === -1 ? part : part.slice(0, equals));
    const value = decodeForm(equals === -1 ? '' : part.slice(equals + 1));
    if (name === null || value === null) {
      throw new OAuthError('invalid_request', 'The body is not valid percent-encoding.');
    }
    if (!KNOWN.has(name)) continue;
    if (values.has(name)) throw new OAuthError('invalid_request', `${name} must be sent only once.`);
    if (!isStorable(value)) throw new OAuthError('invalid_request', `${name} contains NUL or invalid characters.`);
    values.set(name, value);
  }
  for (const [name, value] of values) if (value === '') values.delete(name);
  return values;
}

/** One component as forms write it, or null when it is badly escaped. */
export function decodeForm(component: string): string | null {
  try {
    return decodeURIComponent(component.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
