import type { Id } from '../../core/ids.js';
import { containsCredential } from '../../core/key-format.js';
import { subId as clickId } from '../../core/wire/common.js';
import { returnUrlFault } from './return-url.js';

export interface BuyLink {
  /** The event's id in the link, then the id without an appended text. */
  eventIds: string[];
  /** The partner's code; empty: the link carries none. */
  ref: string;
  /** The partner's own click id; empty: the link carries none that is valid. */
  subId: string;
  /** The first address to return to that the link carries, if it could be valid; else empty. */
  returnUrl: string;
  isSubIdDropped: boolean;
}

/** Parts of a link: `/buy/{eventId}/{code}/{subId}?{query}`. The first three are percent-decoded once. */
export interface LinkParts {
  eventId: Id<'event'>;
  code?: string;
  subId?: string;
  query: string;
}

const CODE = /^[A-Za-z0-9_-]{1,64}/;
/** Ids are printable ASCII; Postgres refuses some of the other characters that escapes can hide. */
const EVENT_ID = /^[!-~]{1,200}$/;
const ID_PREFIX = /^evt_(?:test_)?/i;
/** A code of 20 characters behind a quoted-printable `=`. */
const QUOTED_PRINTABLE = /^3D(?=[A-Za-z0-9]{20}(?![A-Za-z0-9]))/i;
/** Line ends of wrapped mails, and invisible characters. */
const INVISIBLE = /=?[\r\n\t]+ ?|[\u200b-\u200d\u2060\ufeff\u00ad]/g;
/** Characters that text puts behind a link, or that begin another parameter. */
const APPENDED = /^(?:[?&#<>"|]|[\s)\]},;:!?.'*»”’…]+$)/;
const NAMED: Record<string, string> = {
  amp: '&',
  equals: '=',
  quest: '?',
  num: '#',
  lowbar: '_',
  quot: '"',
  lt: '<',
  gt: '>',
};
/** The rest of an escaped `&`, in front of a name. */
const ENTITY_END = /^(?:amp;|#0*38;|#x0*26;)+/;
/** How often tools escape the same link. */
const MOST_ESCAPES = 3;

/** The code at the beginning of a link's `ref`; undefined if there is none, or it is a key. */
export function parseCode(ref: string | undefined): string | undefined {
  return ref === undefined || containsCredential(ref) ? undefined : CODE.exec(ref)?.[0];
}

/**
 * Reads a buy link that mail tools, content systems or chat programs changed: escaped once or more, reordered, wrapped,
 * in capitals, with parameters or punctuation appended. A code or click id in the path wins over one in the query, and the
 * first valid one over the others, so that nothing appended to a link can take its credit away.
 */
export function readLink({ eventId, code, subId, query }: LinkParts): BuyLink {
  const whole = unescapeFully(eventId);
  const end = whole.search(/[?&]/);
  const id = end === -1 ? whole : whole.slice(0, end);
  const behindId = end === -1 ? [] : pairsOf(whole.slice(end + 1));
  const inPath = [...(code === undefined ? [] : pairsOf(`ref=${code}`)), ...(subId ? [['sub_id', subId] as Pair] : [])];
  const read = pick([...inPath, ...behindId, ...pairsOf(query)]);
  // Without a code, the whole query may have been escaped as the value of another parameter.
  const { ref, ...click } = read.ref === '' ? pick([...inPath, ...pairsOf(unescapeFully(query))]) : read;
  const trimmed = id.replace(/[\s)\]}>,;:!.'"*»”’…]+$/, '');
  const candidates = [eventId, id, trimmed, trimmed.replace(ID_PREFIX, (prefix) => prefix.toLowerCase())];
  const eventIds = [...new Set(candidates)].filter((candidate) => EVENT_ID.test(candidate));
  return { eventIds, ref, ...click };
}

type Pair = [name: string, value: string];

/** The parameters of a query, however its separators were escaped. */
function pairsOf(text: string, depth = 0): Pair[] {
  return text.split(/[?&]/).flatMap((piece): Pair[] => {
    const equals = piece.indexOf('=');
    if (equals === -1) {
      const read = unescapeOnce(piece);
      return read === piece || depth === MOST_ESCAPES ? [] : pairsOf(read, depth + 1);
    }
    const name = unescapeFully(piece.slice(0, equals))
      .toLowerCase()
      .replace(ENTITY_END, '')
      .replace(/[^a-z0-9_]/g, '');
    const value = unescapeOnce(piece.slice(equals + 1).replaceAll('+', ' '));
    if (name !== 'ref') return [[name, value]];
    const whole = unescapeFully(value).replace(INVISIBLE, '');
    const isQuoted = QUOTED_PRINTABLE.test(whole);
    const read = isQuoted ? decodeQuoted(`=${whole}`).slice(1) : whole.replace(/^[^A-Za-z0-9_-]+/, '');
    const own = CODE.exec(read)?.[0] ?? '';
    const rest = depth === MOST_ESCAPES ? [] : pairsOf(read.slice(own.length), depth + 1);
    return [['ref', containsCredential(read) ? '' : own], ...rest, ...(isQuoted ? [['quoted', ''] as Pair] : [])];
  });
}

function pick(pairs: readonly Pair[]): Omit<BuyLink, 'eventIds'> {
  const ref = pairs.find(([name, value]) => name === 'ref' && value !== '')?.[1] ?? '';
  const isQuoted = pairs.some(([name]) => name === 'quoted');
  const given = pairs.filter(([name, value]) => name === 'sub_id' && value !== '').map(([, value]) => value);
  const valid = given.flatMap((value) => readSubId(isQuoted ? decodeQuoted(`=${value}`).replace(/^=/, '') : value));
  const back = pairs.find(([name, value]) => name === 'return_url' && returnUrlFault(value) === null);
  return {
    ref,
    subId: valid[0] ?? '',
    returnUrl: back?.[1] ?? '',
    isSubIdDropped: given.length > 0 && valid.length === 0,
  };
}

function readSubId(value: string): string[] {
  const whole = unescapeFully(value).replace(INVISIBLE, '').trim();
  const own = /^[A-Za-z0-9._~-]*/.exec(whole)?.[0] ?? '';
  if (own !== whole && !APPENDED.test(whole.slice(own.length))) return [];
  const { success, data } = clickId.safeParse(own);
  return success && !containsCredential(whole) ? [data] : [];
}

function unescapeFully(text: string): string {
  let read = text;
  for (let times = 0; times < MOST_ESCAPES; times += 1) read = unescapeOnce(read);
  return read;
}

/** Decodes percent-encoding, then entities of HTML. Malformed parts are not changed. */
function unescapeOnce(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped);
      } catch {
        return escaped;
      }
    })
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (entity, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const point = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    });
}

/** Quoted-printable text (RFC 2045) of ASCII characters. */
function decodeQuoted(text: string): string {
  return text.replace(/=([0-7][0-9A-F])/gi, (_escaped, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
