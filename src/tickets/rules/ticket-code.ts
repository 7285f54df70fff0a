/** Crockford's base 32: none of its characters is taken for another when a code is read out or typed. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 100 bits: nobody guesses one, however many codes there are. */
export const CODE_LENGTH = 20;

const WELL_FORMED = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/**
 * A code as it was scanned or typed in its one form: capital letters, no blanks or dashes of any kind, `O` as 0, `I` and `L` as 1.
 *
 * @returns null when it can be no code of ours.
 */
export function readTicketCode(text: string): string | null {
  const code = text
    .replace(/[\s\p{Dash_Punctuation}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return WELL_FORMED.test(code) ? code : null;
}

/** A code as people read it, for example `7ZK4M-0QXWE-9V2TD-H8R3C`. */
export function formatTicketCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-');
}
