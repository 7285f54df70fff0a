/** How our credentials begin: what follows is masked, also where the text was cut off. */
const CREDENTIAL = /((?:tt_(?:test|pk_live|sk_live|at|cs|si|ss|og)|whsec)_)(?:[A-Za-z0-9_-]{8,}|[A-Za-z0-9_-]+$)/gi;
/** Debug pages repeat headers and settings. */
const SCHEME = /\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const NAMED =
  /((?:authorization|cookie|x-api-key|api_key|password|client_secret|access_token)["']?\s*[:=]\s*["']?)[A-Za-z0-9._~+/=%-]{12,}/gi;

/** What a reader cannot see, or what changes the direction of the text around it. Line feeds and tabs stay. */
const UNSEEN = /(?![\n\t])[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** The beginning of what an endpoint answered, as people and programs may see it: no secrets, and nothing invisible. */
export function shownAnswer(answer: Uint8Array): string {
  return new TextDecoder()
    .decode(answer)
    .replace(SCHEME, '$1[masked]')
    .replace(NAMED, '$1[masked]')
    .replace(CREDENTIAL, '$1[masked]')
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, codeOf);
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
