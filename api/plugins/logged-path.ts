import { redactText } from '../../src/platform/logs/logger.js';

const LONGEST = 200;
/** The longest shown part of a path. */
const READ = 1_000;

/** The token of a payment or order page, and every part as long as a token, anywhere in the path; ids are shorter. */
const TOKEN = /(?<=\/(?:checkout|tickets)\/)[^/]+|[A-Za-z0-9]{32,}/g;

/** A path as it may be logged: without its query, keys however escaped, and the token that opens a buyer's page. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  const shown = redactText(decoded(path.slice(0, READ))).replace(TOKEN, '[token]');
  return shown.slice(0, LONGEST);
}

/** A key that is escaped several times is still readable. */
function decoded(path: string): string {
  let text = path;
  for (let times = 0; times < 3 && text.includes('%'); times += 1) {
    text = text.replace(/%[0-9a-f]{2}/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));
  }
  return text;
}
