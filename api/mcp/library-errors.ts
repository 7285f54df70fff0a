import { INVALID_PARAMS } from '@modelcontextprotocol/server';
import { redactText } from '../../src/platform/logs/logger.js';
import { isJson, type Json } from '../http/json.js';

/** Parameters that the protocol has, and so may be named; others are the caller's own words. */
const PARAMETERS = new Set(
  'name arguments cursor protocolVersion capabilities clientInfo version title progressToken requestId uri level _meta'.split(
    ' ',
  ),
);

/** How an error of the protocol begins in an answer; in a result every quote is escaped. */
const ERROR = '"error":{"code":-32';

/** A validator's findings, as the protocol's library prints them. */
const FINDINGS = /^(?:Invalid \S+ request: )?(\[\s*\{.*\}\s*\])$/s;

/** An error without keys and e-mail addresses: the protocol has methods and revisions quoted as they came. */
export function withoutCredentials(error: object): unknown {
  return JSON.parse(redactText(JSON.stringify(error)));
}

/** The names of the faulty parameters in the validator's findings; null for a message of another kind. */
function faultyParams(message: unknown): string[] | null {
  const [, printed] = (typeof message === 'string' && FINDINGS.exec(message)) || [];
  if (printed === undefined) return null;
  let findings: unknown[];
  try {
    findings = JSON.parse(printed);
  } catch {
    return null;
  }
  const names = findings.map((finding) => {
    const path = isJson(finding) && Array.isArray(finding.path) ? finding.path : [];
    const known = path.filter((part) => typeof part !== 'string' || PARAMETERS.has(part));
    return known.join('.') || 'params';
  });
  return [...new Set(names)];
}

function mendOne(answer: unknown): unknown {
  const error = isJson(answer) && isJson(answer.error) ? answer.error : null;
  if (!error) return answer;
  const names = faultyParams(error.message);
  if (!names) return { ...(answer as Json), error: withoutCredentials(error) };
  const fault = names.map((name) => `\`${name}\` is missing or has the wrong type`).join('; ');
  return { ...(answer as Json), error: { code: INVALID_PARAMS, message: `Invalid params: ${fault}` } };
}

/** Our words for errors: the library reports unreadable parameters as our fault (-32603), with its validator's findings. */
export function mendErrors(body: Buffer): Buffer {
  if (!body.includes(ERROR)) return body;
  const answer: unknown = JSON.parse(body.toString());
  return Buffer.from(JSON.stringify(Array.isArray(answer) ? answer.map(mendOne) : mendOne(answer)));
}
