import { toLatin } from '../../core/text.js';

const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** A place name in normal form: no case, accents or punctuation, `St.` written out. */
export function foldName(name: string): string {
  // Most names need none of the work below, and a whole country is folded when it is read.
  if (PLAIN.test(name) && !/^st /i.test(name)) return name.toLowerCase();
  return toLatin(name)
    .toLowerCase()
    .replace(/['’`ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^st /, 'saint ');
}
