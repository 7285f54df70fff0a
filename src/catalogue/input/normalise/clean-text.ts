import { decodeHTMLStrict } from 'entities';

/** Enough of a text for all that is kept of it. */
const LONGEST_RAW = 20_000;

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const BLOCK = new Set(
  `address article aside audio blockquote body br button canvas caption center col colgroup dd details dialog dir div dl dt embed fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li link main map menu
  meta nav noscript object ol optgroup option p param picture pre section select source summary svg table tbody td template textarea tfoot
  th thead title tr track ul video path g`.split(/\s+/),
);

/** Elements with invisible content. */
const HIDDEN = /<(script|style|template|noscript|iframe)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<[!?][a-z][^<>]*>/gi;
/** A tag; the end of the text may cut it off. */
const TAG = /<\/?([a-z][a-z0-9]*(?:[:-][a-z0-9-]+)?)(?=[\s/>])(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'<>])*(?:>|$)/gi;

/** The text that a browser would show, also of text escaped twice or with JSON's escapes as letters (`\n`). `<PIG>` stays. */
export function cleanText(written: string): string {
  let text = written.slice(0, LONGEST_RAW);
  if (/[\\&<]/.test(text)) {
    text = unescapeJson(text);
    for (let round = 0; round < 3; round += 1) {
      const before = text;
      text = decodeHTMLStrict(withoutMarkup(text));
      if (text === before) break;
    }
  }
  return storable(text).replace(/\s+/g, ' ').trim();
}

function unescapeJson(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:\\r)?\\n|\\[rt]/g, ' ')
    .replace(/\\(["'/])/g, '$1');
}

function withoutMarkup(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(HIDDEN, ' ')
    .replace(COMMENT, ' ')
    .replace(TAG, (tag, written: string) => {
      const name = written.toLowerCase();
      if (INLINE.has(name)) return '';
      return BLOCK.has(name) || /[:-]/.test(name) ? ' ' : tag;
    });
}

/** Removes characters that cannot be stored. Windows-1252 punctuation that was decoded as Latin-1 is repaired. */
function storable(text: string): string {
  return text
    .replace(/[\u0080-\u009f]/g, (letter) => decodeHTMLStrict(`&#${letter.charCodeAt(0)};`))
    .replace(/[\p{Surrogate}\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/(?![\t-\r])\p{Control}/gu, '');
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text cut with `…` between words, or graphemes of a very long word. @param longest in UTF-16 units, the `…` included. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest + 1);
  const atWord = lastStart(words, head, longest - 1);
  const at = atWord > longest * 0.8 ? atWord : lastStart(graphemes, head, longest - 1);
  return `${text.slice(0, at).trimEnd()}…`;
}

function lastStart(segmenter: Intl.Segmenter, text: string, most: number): number {
  let last = 0;
  for (const { index } of segmenter.segment(text)) {
    if (index > most) break;
    last = index;
  }
  return last;
}
