/** Letters that Unicode does not take apart into a base letter and an accent. */
const LETTERS: Record<string, string> = { ł: 'l', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** A place name in normal form: no case, accents or punctuation, `St.` written out. */
export function foldName(name: string): string {
  // Most names need none of the work below, and a whole country is folded when it is read.
  if (PLAIN.test(name) && !/^st /i.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøßđðþæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’`ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^st /, 'saint ');
}
