import type { Bidi } from 'bidi-js';
import type { FontPiece, PdfFonts, Weight } from './fonts.js';

/** A line of text in several fonts, or of a script that runs from right to left. */
export interface MixedLine {
  /** In reading order. */
  text: string;
  /** In points. */
  width: number;
  /** From left to right. */
  pieces: (FontPiece & { direction: 'ltr' | 'rtl'; width: number })[];
}

export interface MixedText {
  text: string;
  weight: Weight;
  size: number;
  /** In points; infinite: one line. */
  width: number;
}

/** Breaks a printable text into lines, each in the order of the Unicode Bidirectional Algorithm. */
export function mixedLines(fonts: PdfFonts, mixed: MixedText): MixedLine[] {
  const { bidi } = fonts;
  const base = (bidi.getEmbeddingLevels(mixed.text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
  return brokenLines(fonts, mixed).map((text) => {
    const pieces = visualRuns(bidi, text, base).flatMap((run) => {
      const inOrder = fonts.pieces(run.text);
      return (run.direction === 'rtl' ? inOrder.reverse() : inOrder).map((piece) => {
        const width = (fonts.widthOf(piece, mixed.weight, run.direction) * mixed.size) / 1_000;
        return { ...piece, direction: run.direction, width };
      });
    });
    return { text, width: pieces.reduce((sum, { width }) => sum + width, 0), pieces };
  });
}

/** Lines in reading order, broken between words, also in Thai and East Asian text without spaces. */
function brokenLines(fonts: PdfFonts, { text, weight, size, width }: MixedText): string[] {
  const lines = [''];
  const fits = (line: string) => {
    const pieces = fonts.pieces(line.trimEnd());
    return pieces.reduce((sum, piece) => sum + fonts.widthOf(piece, weight, 'ltr'), 0) * size <= width * 1_000;
  };
  for (const word of words(text)) {
    for (const part of fits(word) ? [word] : word) {
      const line = `${lines.at(-1)}${part}`;
      if (fits(line) || lines.at(-1) === '') lines[lines.length - 1] = line;
      else lines.push(part.trimStart());
    }
  }
  return lines.map((line) => line.trimEnd());
}

/** Words, each with the punctuation that may not begin a line. */
function words(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const opened = /[\p{Ps}\p{Pi}]$/u.test(found.at(-1) ?? '');
    if (found.length > 0 && (opened || (!isWordLike && !/^[\p{Ps}\p{Pi}]/u.test(segment))))
      found.push(`${found.pop()}${segment}`);
    else found.push(segment);
  }
  return found;
}

/** Runs of one direction, from left to right (rules L2 and L4 of Unicode Annex 9). */
function visualRuns(bidi: Bidi, text: string, base: 'ltr' | 'rtl'): { text: string; direction: 'ltr' | 'rtl' }[] {
  const embedding = bidi.getEmbeddingLevels(text, base);
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = embedding.levels[at] ?? 0;
    const character = mirrored.get(at) ?? text.charAt(at);
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while ((runs[to]?.level ?? 0) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return runs.map((run) => ({ text: run.text, direction: run.level % 2 === 1 ? 'rtl' : 'ltr' }));
}
