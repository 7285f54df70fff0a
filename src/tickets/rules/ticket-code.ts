/** Crockford's base 32: none of its characters is taken for another when a code is read out or typed. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 100 bits: a code cannot be guessed. */
export const CODE_LENGTH = 20;

const WELL_FORMED = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

type Keys = Readonly<Record<string, string>>;

/*
 * A scanner that acts as a keyboard with the US layout presses keys by position. A computer with another layout reads other
 * characters. Each table leads from the character that was read (in small letters) to the character of the US layout.
 */
const QWERTZ: Keys = { y: 'z', z: 'y', ß: '-', '+': ']' };
/** France and Belgium: digits are on shifted keys, so the scanner's digits arrive as letters and signs. */
const AZERTY: Keys = {
  ...{ a: 'q', q: 'a', z: 'w', w: 'z', '?': 'm', ',': 'm', ')': '-', $: ']' },
  ...{ '&': '1', é: '2', '"': '3', "'": '4', '(': '5', '-': '6', '§': '6', è: '7', _: '8', '!': '8', ç: '9', à: '0' },
};
const LAYOUTS: readonly Keys[] = [{}, QWERTZ, AZERTY];

/** Control characters with which scanners begin and end a message, as such and as pictures (`␝`), and invisible characters. */
const NOT_PRINTED = /[\p{Control}\u2400-\u2426\p{Default_Ignorable_Code_Point}\s]/gu;

/** The prefix that a scanner adds: the AIM identifier of the kind of barcode, such as `]Q1` (ISO/IEC 15424). */
const AIM_IDENTIFIER = /^\][A-Z][0-9A-Z]/;

/**
 * The codes that a scanned or typed text can mean, the likeliest first: capital letters, no blanks or dashes of any
 * kind, `O` as 0, `I` and `L` as 1; full width, control characters, AIM identifiers and signs around the code do not
 * matter. The later codes assume a scanner with the US layout at a computer with a German or a French one. Codes have
 * 100 bits, so at most one candidate exists.
 *
 * @returns an empty list when the text holds no code.
 */
export function readTicketCodes(text: string): string[] {
  const printed = [...text.normalize('NFKC').replace(NOT_PRINTED, '').toLowerCase()];
  const codes = LAYOUTS.map((keys) => findCode(printed.map((sign) => keys[sign] ?? sign).join('')));
  return [...new Set(codes.filter((code) => code !== null))];
}

function findCode(printed: string): string | null {
  const runs = printed
    .toUpperCase()
    .replace(AIM_IDENTIFIER, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .split(/[^0-9A-Z]+/);
  return runs.find((run) => WELL_FORMED.test(run)) ?? null;
}

/** A code as people read it, for example `7ZK4M-0QXWE-9V2TD-H8R3C`. */
export function formatTicketCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-');
}
