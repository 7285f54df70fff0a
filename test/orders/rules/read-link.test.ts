import { readLink } from '../../../src/orders/rules/read-link.js';

const CODE = 'YZmaa8WxfwMYMNw7pDkm';
const read = (link: string) => {
  const [path = '', query = ''] = [
    link.replace(/\?.*/s, ''),
    link.includes('?') ? link.slice(link.indexOf('?') + 1) : '',
  ];
  const [eventId = '', code, subId] = path.split('/').map(decodeURIComponent);
  return readLink({ eventId, code, subId, query });
};

/** Links that lead to the event `evt_1` with the partner's code and the click id `c-1`. */
const WHOLE: [string, string][] = [
  ['as it was given', `evt_1?ref=${CODE}&sub_id=c-1`],
  ['reordered', `evt_1?sub_id=c-1&ref=${CODE}`],
  ['escaped once', `evt_1?ref=${CODE}&amp;sub_id=c-1`],
  ['escaped twice', `evt_1?ref=${CODE}&amp;amp;sub_id=c-1`],
  ['escaped thrice', `evt_1?ref=${CODE}&amp;amp;amp;sub_id=c-1`],
  ['with a numbered entity, percent-encoded', `evt_1?ref=${CODE}%26%23038%3Bsub_id=c-1`],
  ['with a hexadecimal entity, percent-encoded', `evt_1?ref=${CODE}&%23x26%3Bsub_id=c-1`],
  ['separator percent-encoded', `evt_1?ref=${CODE}%26sub_id=c-1`],
  ['separator and equals percent-encoded', `evt_1?ref=${CODE}%26sub_id%3Dc-1`],
  ['percent-encoded twice', `evt_1?ref=${CODE}%2526sub_id%253Dc-1`],
  ['escaped, then percent-encoded', `evt_1?ref=${CODE}%26amp%3Bsub_id%3Dc-1`],
  ['question mark percent-encoded', `evt_1%3Fref%3D${CODE}%26sub_id%3Dc-1`],
  ['question mark percent-encoded twice', `evt_1%253Fref%253D${CODE}%2526sub_id%253Dc-1`],
  ['a second question mark', `evt_1?ref=${CODE}?sub_id=c-1`],
  ['no question mark', `evt_1&ref=${CODE}&sub_id=c-1`],
  [
    'with Google and Meta tracking',
    `evt_1?gclid=Cj0K_x-y&fbclid=IwAR0x&ref=${CODE}&sub_id=c-1&utm_source=a&utm_medium=b`,
  ],
  ['behind a newsletter tool', `evt_1?mc_cid=ab12&amp;mc_eid=cd34&amp;ref=${CODE}&amp;sub_id=c-1`],
  ['as the value of a tracking parameter', `evt_1?utm_source=mail%26ref%3D${CODE}%26sub_id%3Dc-1`],
  ['tracking appended with a question mark', `evt_1?ref=${CODE}&sub_id=c-1?utm_source=app`],
  ['names in capitals', `evt_1?REF=${CODE}&SUB_ID=c-1`],
  ['names in mixed case', `evt_1?Ref=${CODE}&Sub_Id=c-1`],
  ['a Markdown backslash', `evt_1?ref=${CODE}&sub\\_id=c-1`],
  ['quoted-printable', `evt_1?ref=3D${CODE}&sub_id=3Dc-1`],
  ['quoted-printable, separator too', `evt_1?ref=3D${CODE}=26sub_id=3Dc-1`],
  ['wrapped by a mail program', `evt_1?ref=YZmaa8Wxfw=%0D%0AMYMNw7pDkm&sub_id=c-1`],
  ['a soft hyphen and a zero-width space', `evt_1?ref=YZmaa8Wx%C2%ADfwMYMNw7pDkm&sub_id=c%E2%80%8B-1`],
  ['a closing parenthesis', `evt_1?ref=${CODE}&sub_id=c-1)`],
  ['a comma and a quote', `evt_1?ref=${CODE}&sub_id=c-1%2C%E2%80%9D`],
  ['the rest of a tag', `evt_1?ref=${CODE}&sub_id=c-1%22%3EBuy`],
  ['a link with a label of Slack', `evt_1?ref=${CODE}&sub_id=c-1%7CTickets`],
  ['a blank at the end', `evt_1?ref=${CODE}&sub_id=c-1%20`],
  ['another ref appended', `evt_1?ref=${CODE}&sub_id=c-1&ref=newsletter.example&sub_id=other`],
  ['an empty ref in front', `evt_1?ref=&sub_id=&ref=${CODE}&sub_id=c-1`],
  ['code and click id in the path', `evt_1/${CODE}/c-1`],
  ['a tracking ref behind the path', `evt_1/${CODE}/c-1?ref=blog&fbclid=x`],
  ['code in the path, click id in the query', `evt_1/${CODE}?utm_source=x&amp;sub_id=c-1`],
  ['path with punctuation', `evt_1/${CODE}/c-1).`],
  ['query escaped behind the code in the path', `evt_1/${CODE}%3Fsub_id%3Dc-1`],
];

test.each(WHOLE)('a link is read: %s', (_how, link) => {
  const { eventIds, ...rest } = read(link);
  expect(eventIds).toContain('evt_1');
  expect(rest).toEqual({ ref: CODE, subId: 'c-1', returnUrl: '', isSubIdDropped: false });
});

test.each([
  ['a macro that was not replaced', '{click_id}'],
  ['a macro of another tool', '%25%25CLICK%25%25'],
  ['a macro in brackets', '[SUBID]'],
  ['words', 'summer%20sale'],
  ['a mail address', 'ann@example.com'],
  ['a path', 'a/b'],
  ['letters with accents', 'caf%C3%A9'],
  ['101 characters', 'x'.repeat(101)],
  ['a key', `tt_pk_live_${'a'.repeat(40)}`],
  ['broken percent-encoding', '100%'],
])('a click id that is not valid is dropped and reported: %s', (_what, subId) => {
  expect(read(`evt_1?ref=${CODE}&sub_id=${subId}`)).toMatchObject({ ref: CODE, subId: '', isSubIdDropped: true });
});

test.each([
  ['no click id', `evt_1?ref=${CODE}`, { ref: CODE, subId: '', isSubIdDropped: false }],
  ['an empty click id', `evt_1?ref=${CODE}&sub_id=`, { ref: CODE, subId: '', isSubIdDropped: false }],
  ['nothing', 'evt_1', { ref: '', subId: '', isSubIdDropped: false }],
  ['a key as code', `evt_1?ref=tt_pk_live_${'a'.repeat(40)}`, { ref: '', subId: '', isSubIdDropped: false }],
  [
    'a click id that begins with 3D',
    `evt_1?ref=${CODE}&sub_id=3Dprinter`,
    { ref: CODE, subId: '3Dprinter', isSubIdDropped: false },
  ],
  [
    'the click id of another address',
    `evt_1?ref=${CODE}&u=https%3A%2F%2Fx.example%2F%3Fa%3D1%26sub_id%3Dz`,
    { ref: CODE, subId: '', isSubIdDropped: false },
  ],
  [
    'a dot at the end of a click id, which is valid',
    `evt_1?ref=${CODE}&sub_id=a.`,
    { ref: CODE, subId: 'a.', isSubIdDropped: false },
  ],
] as const)('a link keeps its parameters: %s', (_what, link, expected) => {
  expect(read(link)).toMatchObject(expected);
});

test('a link carries an address to return to, whose own parameters count for nothing else', () => {
  const back = 'https://shop.example/done?a=1&sub_id=z&ref=other';
  expect(read(`evt_1?return_url=${encodeURIComponent(back)}&ref=${CODE}`)).toMatchObject({
    ...{ ref: CODE, subId: '', returnUrl: back, isSubIdDropped: false },
  });
  expect(read(`evt_1?ref=${CODE}&return_url=javascript%3Aalert(1)`)).toMatchObject({ ref: CODE, returnUrl: '' });
});

test('hostile links are read in linear time', () => {
  for (const part of ['%26amp%3B', '&amp;', '=3D', '?ref=', '%25', '/#038;']) {
    const query = part.repeat(8_000 / part.length);
    const before = performance.now();
    readLink({ eventId: query, code: query, subId: query, query });
    expect(performance.now() - before).toBeLessThan(1_000);
  }
});

test.each(['%00', 'evt_a%00', '&#55296;', '%0d%0aevt_a', 'é', 'x'.repeat(201), ''])(
  'readLink offers no event id for %j',
  (eventId) => {
    expect(readLink({ eventId, query: '' }).eventIds.filter((id) => !/^[!-~]{1,200}$/.test(id))).toEqual([]);
  },
);
