import type PDFDocument from 'pdfkit';

/** What we ask of fontkit, which reads fonts for pdfkit and has no types of its own. */
interface Font {
  characterSet: number[];
  glyphForCodePoint(codePoint: number): unknown;
  hasGlyphForCodePoint(codePoint: number): boolean;
}
interface Fontkit {
  openSync(path: string): Font;
  registerFormat(format: { probe(buffer: Uint8Array): boolean }): void;
}

export type Weight = 'regular' | 'bold';

/**
 * Noto Sans: Latin with all its extensions, Vietnamese, Greek, Cyrillic, Devanagari. Other scripts (Chinese, Japanese,
 * Arabic, Hebrew, Thai …) it does not hold.
 */
const FILES: Record<Weight, string> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

const fonts = new Map<Weight, Font>();

/** The font, read once a process: its tables take 70 ms of processor time, far more than a page. */
function font(weight: Weight): Font {
  let read = fonts.get(weight);
  if (!read) {
    const fontkit: Fontkit = require('fontkit');
    read = fontkit.openSync(require.resolve(FILES[weight]));
    // A glyph remembers the character it was first asked for, and a document says so to whoever copies its text. In the
    // order of their numbers, so that no document depends on the ones before it: a space is not a no-break space.
    for (const codePoint of read.characterSet) read.glyphForCodePoint(codePoint);
    fonts.set(weight, read);
  }
  return read;
}

/** Begins what we give to pdfkit in place of a font file, which it would read anew for each document. */
const HANDLE = 'partner-events font ';
let registered = false;

/** Gives a document our fonts under the names of their weights. */
export function registerFonts(document: InstanceType<typeof PDFDocument>): void {
  if (!registered) {
    const fontkit: Fontkit = require('fontkit');
    fontkit.registerFormat(SharedFont);
    registered = true;
  }
  for (const weight of Object.keys(FILES)) document.registerFont(weight, Buffer.from(HANDLE + weight));
}

/** A format of font files by fontkit's rules: a handle is the font it names. */
const SharedFont = Object.assign(
  function open({ buffer }: { buffer: Uint8Array }): Font {
    return font(Buffer.from(buffer).toString('latin1', HANDLE.length) as Weight);
  },
  { probe: (buffer: Uint8Array) => Buffer.from(buffer).toString('latin1', 0, HANDLE.length) === HANDLE },
);

/** Stands for a character that the fonts do not hold. */
export const UNPRINTABLE = '\ufffd';

/**
 * The text as the fonts can print it: composed, with ordinary spaces, and {@link UNPRINTABLE} for each character they do
 * not hold. PDF/UA allows no character without a glyph.
 */
export function printable(text: string): string {
  const regular = font('regular');
  let out = '';
  for (const character of text.normalize('NFC').replace(/\s/g, ' ')) {
    out += regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : UNPRINTABLE;
  }
  return out;
}

/** Whether the fonts hold every character of the text. */
export function isPrintable(text: string): boolean {
  return !printable(text).includes(UNPRINTABLE);
}

/**
 * Options of pdfkit for a text. The font takes these letters apart, of Vietnamese and Yoruba among others, and whoever
 * copies or searches the text would find two characters; as a glyph of its own each is one.
 */
export function shaping(text: string): object {
  return /[ǹḿṃṅṣẹịọụ]/u.test(text) ? { features: { ccmp: false } } : {};
}
