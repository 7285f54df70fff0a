import { createHash, randomBytes } from 'node:crypto';

/** The prefixes of all identifiers; the rest of an id is opaque. */
export const ID_PREFIXES = {
  event: 'evt_',
  sampleEvent: 'evt_test_',
  ticketType: 'tkt_',
  ticket: 'tik_',
  order: 'ord_',
  refund: 'rfd_',
  sale: 'sale_',
  earning: 'ern_',
  statement: 'stm_',
  bankFile: 'pbf_',
  decision: 'dec_',
  offer: 'ofr_',
  bulkSubscription: 'bfs_',
  bulkFile: 'blk_',
  webhookEndpoint: 'whk_',
  postback: 'pbk_',
  delivery: 'dlv_',
  change: 'chg_',
  oauthClient: 'oac_',
  request: 'req_',
  company: 'cmp_',
  organizer: 'org_',
  key: 'key_',
  mail: 'mail_',
  member: 'mem_',
  session: 'ses_',
  operatorVisit: 'vis_',
  passkey: 'psk_',
  organizerKey: 'okey_',
  eventAnnouncement: 'ann_',
  replay: 'rpl_',
  checkout: 'chk_',
  inquiry: 'inq_',
  savedFilters: 'flt_',
  venue: 'ven_',
  performer: 'prf_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

declare const KIND: unique symbol;
/** The id of one kind of object: no other kind is accepted, but plain text is, because ids from outside are looked up. */
export type Id<Kind extends IdKind> = string & { readonly [KIND]?: Kind };

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz';
/** Bytes from here up are skipped: they would make the first characters likelier. */
const UNBIASED = 256 - (256 % ALPHABET.length);

/** A random string of letters and digits, every character equally likely: 20 of them carry 115 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < UNBIASED && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** A new identifier of the given kind, for example `ord_8Qm3…`. */
export function newId<Kind extends IdKind>(kind: Kind): Id<Kind> {
  return ID_PREFIXES[kind] + randomText(20);
}

/** The identifier of the thing that these texts name: the same texts give the same id, in any process and at any time. */
export function derivedId<Kind extends IdKind>(kind: Kind, names: readonly string[]): Id<Kind> {
  const digest = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  return ID_PREFIXES[kind] + digest.slice(0, 20);
}
