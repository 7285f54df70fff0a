/** An underscore, also as JSON, HTML or a URL may write it. */
const JOINT = '(?:_|\\\\u005f|%5f|&#(?:95|x5f);)';
/** Prefixes of our credentials. The rest of the word is masked, also where the text was cut off. */
const CREDENTIAL = new RegExp(
  `((?:tt${JOINT}(?:test|pk${JOINT}live|sk${JOINT}live|at|cs|si|ss|og)|whsec)${JOINT})(?:[A-Za-z0-9_-]{8,}|[A-Za-z0-9_-]+$)`,
  'gi',
);
/** The body is shown too: with both, a reader could send the delivery to the receiver again. */
const SIGNATURE = /\b(v1=)[0-9a-f]{16,}/gi;
/** Debug pages repeat headers and settings. */
const SCHEME = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const IN_URL = /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g;
const PRIVATE_KEY = /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g;
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
/** A value that is named like a secret, and is longer than a word or has a digit. */
const NAMED =
  /((?:authorization|cookie|secret|token|password|passwd|pwd|(?:api|app|access|private|secret)[_-]?key(?:[_-]base)?)["']?\s*(?:=>|[:=])\s*["']?)(?:(?=[^\s"'<>,;&]*\d)[^\s"'<>,;&]{6,}|[^\s"'<>,;&]{12,})/gi;

/** Invisible characters, and characters that change the direction of text. Line feeds and tabs stay. */
const UNSEEN = /(?![\n\t])[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** The beginning of an endpoint's response, without secrets and invisible characters. */
export function maskAnswer(answer: Uint8Array): string {
  return new TextDecoder()
    .decode(answer)
    .replace(PRIVATE_KEY, '$1[masked]')
    .replace(JSON_WEB_TOKEN, '[masked]')
    .replace(IN_URL, '$1[masked]')
    .replace(SCHEME, '$1[masked]')
    .replace(NAMED, '$1[masked]')
    .replace(SIGNATURE, '$1[masked]')
    .replace(CREDENTIAL, '$1[masked]')
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, toCode);
}

function toCode(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
