import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Bidi } from 'bidi-js';
import { LRUCache } from 'lru-cache';
import type PDFDocument from 'pdfkit';
import { projectRoot } from '../config/project-root.js';

export type Weight = 'regular' | 'bold';

interface GlyphRun {
  advanceWidth: number;
}
type Direction = 'ltr' | 'rtl';

/** What we ask of fontkit, which reads fonts for pdfkit and has no types of its own. */
interface Font {
  /** In thousandths of the size of the font. */
  ascent: number;
  descent: number;
  characterSet: number[];
  glyphForCodePoint(codePoint: number): unknown;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string, features?: object, script?: string, language?: string, direction?: Direction): GlyphRun;
  /** Glyphs by number, each with the characters that it was first asked for. */
  _glyphs: object;
}

const STYLES: Record<Weight, string> = { regular: 'Regular', bold: 'Bold' };
/** Noto's fonts (OFL), whole, compressed with Brotli: a quarter of the packages that have every weight. */
const FOLDER = join(projectRoot(), 'src/platform/pdf/fonts');

const EAST_ASIAN = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303f\uff00-\uffef]/u;

/** Noto's fonts with the characters that each is for. Noto Sans also has Vietnamese, Greek, Cyrillic and Devanagari. */
const FAMILIES = {
  NotoSans: /./su,
  NotoSansArabic: /\p{scx=Arab}/u,
  NotoSansArmenian: /\p{scx=Armn}/u,
  NotoSansBengali: /\p{scx=Beng}/u,
  NotoSansEthiopic: /\p{scx=Ethi}/u,
  NotoSansGeorgian: /\p{scx=Geor}/u,
  NotoSansGujarati: /\p{scx=Gujr}/u,
  NotoSansGurmukhi: /\p{scx=Guru}/u,
  NotoSansHebrew: /\p{scx=Hebr}/u,
  NotoSansJP: EAST_ASIAN,
  NotoSansKannada: /\p{scx=Knda}/u,
  NotoSansKhmer: /\p{scx=Khmr}/u,
  NotoSansKR: EAST_ASIAN,
  NotoSansLao: /\p{scx=Laoo}/u,
  NotoSansMalayalam: /\p{scx=Mlym}/u,
  NotoSansMyanmar: /\p{scx=Mymr}/u,
  NotoSansSC: EAST_ASIAN,
  NotoSansSinhala: /\p{scx=Sinh}/u,
  NotoSansTamil: /\p{scx=Taml}/u,
  NotoSansTelugu: /\p{scx=Telu}/u,
  NotoSansThai: /\p{scx=Thai}/u,
};

export type Family = keyof typeof FAMILIES;

export interface FontPiece {
  family: Family;
  text: string;
}

/** Stands for a character that no font holds. */
export const UNPRINTABLE = '\ufffd';

/** Left out where no font holds it: a picture, a star or an arrow is no word, and the rest is invisible. */
const DISPENSABLE =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}\p{So}\p{Sm}]/u;

const DEVANAGARI = /\p{Script=Devanagari}/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Words whose layout is kept, as most of a ticket is the same on the next one: some 10 MB. */
const LAYOUTS = 5_000;

/** Fonts are read with the first character that needs them: Noto Sans takes 70 ms, East Asian ones 5 to 10 MB of memory. */
export class PdfFonts {
  readonly #fonts = new Map<string, Font>();
  readonly #layouts = new LRUCache<string, GlyphRun>({ max: LAYOUTS });
  #bidi: Bidi | undefined;

  /** Orders text with parts that run from right to left. */
  get bidi(): Bidi {
    this.#bidi ??= (require('bidi-js') as () => Bidi)();
    return this.#bidi;
  }

  use(document: InstanceType<typeof PDFDocument>, family: Family, weight: Weight): void {
    const name = `${family} ${weight}`;
    // pdfkit takes a font that was read; its types do not know.
    document.registerFont(name, this.font(family, weight) as never);
    document.font(name);
  }

  font(family: Family, weight: Weight): Font {
    const name = `${family} ${weight}`;
    const font = this.#fonts.get(name) ?? this.#read(family, weight);
    this.#fonts.set(name, font);
    return font;
  }

  /** The text as fonts print it: composed, ordinary spaces, {@link UNPRINTABLE} for missing glyphs, which PDF/UA forbids. */
  printable(text: string): string {
    if (ASCII.test(text)) return text;
    let out = '';
    for (const character of text.normalize('NFC').replace(/\s/g, ' ')) {
      if (this.#familiesOf(character).length > 0) out += character;
      else if (!DISPENSABLE.test(character)) out += this.#plainForm(character) ?? UNPRINTABLE;
    }
    return out.replace(/ {2,}/g, ' ');
  }

  #plainForm(character: string): string | null {
    const plain = character.normalize('NFKC');
    return plain !== character && [...plain].every((letter) => this.#familiesOf(letter).length > 0) ? plain : null;
  }

  /** Letters of the text that no font holds, each once. */
  unprintable(text: string): string[] {
    const all = [...new Set(text.normalize('NFC'))];
    return all.filter((character) => this.printable(character) === UNPRINTABLE);
  }

  isPrintable(text: string): boolean {
    return this.unprintable(text).length === 0;
  }

  /** Whether a printable text is in one font, from left to right, a glyph a character. */
  isPlain(text: string): boolean {
    return (
      ASCII.test(text) || (!DEVANAGARI.test(text) && [...text].every((character) => this.#has('NotoSans', character)))
    );
  }

  /** In pieces of one font. The whole text decides the font of Han characters; spaces take that of the character before. */
  pieces(text: string): FontPiece[] {
    const eastAsian = [...text].filter((character) => EAST_ASIAN.test(character) && !this.#has('NotoSans', character));
    const nation = (['NotoSansJP', 'NotoSansKR', 'NotoSansSC'] as const).find((family) =>
      eastAsian.every((character) => this.#has(family, character)),
    );
    const pieces: FontPiece[] = [];
    for (const character of text) {
      const last = pieces.at(-1);
      const families = this.#familiesOf(character);
      const goesOn = last && /[^\p{L}\p{N}]/u.test(character) && this.#has(last.family, character);
      const own = nation && families.includes(nation) ? nation : families[0];
      const family = (goesOn ? last.family : own) ?? 'NotoSans';
      if (last?.family === family) last.text += character;
      else pieces.push({ family, text: character });
    }
    return pieces;
  }

  /** Width of a piece, in thousandths of the font's size. */
  widthOf({ family, text }: FontPiece, weight: Weight, direction: Direction): number {
    return this.font(family, weight).layout(text, { direction }).advanceWidth;
  }

  #familiesOf(character: string): Family[] {
    if (this.#has('NotoSans', character)) return ['NotoSans'];
    return (Object.keys(FAMILIES) as Family[]).filter(
      (family) => FAMILIES[family].test(character) && this.#has(family, character),
    );
  }

  #has(family: Family, character: string): boolean {
    return this.font(family, 'regular').hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }

  #read(family: Family, weight: Weight): Font {
    const fontkit: { create(content: Buffer): Font } = require('fontkit');
    const file = join(FOLDER, `${family}-${STYLES[weight]}.ttf.br`);
    const font = fontkit.create(brotliDecompressSync(readFileSync(file)));
    // A glyph remembers the character it was first asked for, and a document gives this character to a reader that
    // copies its text. In the order of their numbers, so that no document depends on the ones before it: a space is not
    // a no-break space.
    if (family === 'NotoSans') for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
    const layout = font.layout.bind(font);
    font.layout = (text, features) => {
      const { direction = 'ltr' } = (features ?? {}) as { direction?: Direction };
      const key = `${family} ${weight} ${direction} ${text}`;
      let run = this.#layouts.get(key);
      if (!run) {
        // The same for the other fonts, whose characters are never all read.
        if (family !== 'NotoSans') font._glyphs = {};
        run = shaped((features) => layout(text, features, undefined, undefined, direction), shaping(text));
        this.#layouts.set(key, run);
      }
      return run;
    };
    return font;
  }
}

/** fontkit throws for a mark that the font has no place for. Then marks stand where drawn: a name must not cost a ticket. */
function shaped(layout: (features: object) => GlyphRun, features: object): GlyphRun {
  try {
    return layout(features);
  } catch {
    return layout({ ...features, mark: false, mkmk: false, abvm: false, blwm: false });
  }
}

/**
 * A ligature is one glyph of several letters, and some readers copy none of them, or only the first. The letters of
 * Vietnamese and Yoruba among others, which the font takes apart, would be copied as two characters.
 */
function shaping(text: string): object {
  return { liga: false, ...(/[ǹḿṃṅṣẹịọụ]/u.test(text) && { ccmp: false }) };
}
