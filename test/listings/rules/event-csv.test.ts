import fc from 'fast-check';
import { csvCell, EVENT_CSV_COLUMNS, EVENT_CSV_HEADER, guardedText } from '../../../src/listings/rules/event-csv.js';

/** The fields of one record, read as RFC 4180 says, or null when it is no single record. */
function parsed(record: string): string[] | null {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y;
  for (;;) {
    const match = field.exec(record);
    if (!match) return null;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return fields;
  }
}

it('is read back as it was written, whatever stands in the cells', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', '=', 'ä', '|', "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      expect(parsed(cells.map(csvCell).join(','))).toEqual(cells);
    }),
    { numRuns: 300 },
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM'])(
  '%j is no formula any more',
  (text) => {
    expect(guardedText(text)).toBe(`'${text}`);
  },
);

it.each(['1=1', ' =1', 'a-b', '', 'ä'])('%j stays as it is', (text) => {
  expect(guardedText(text)).toBe(text);
});

it('keeps the columns that partners read by their place; new ones come at the end', () => {
  expect(EVENT_CSV_COLUMNS.slice(0, 36).join()).toBe(
    'id,name,status,starts_at,ends_at,date,timezone,venue,address,city,country,lat,lng,image,category,performers,' +
      'price_from,price_to,currency,availability,buy_url,earn_eligible,earn_amount,earn_percent,earn_currency,' +
      'earn_description,can_share,url,short_description,date_label,price_label,organizer_name,organizer_verified,test,' +
      'updated_at,inventory_updated_at',
  );
  expect(new Set(EVENT_CSV_COLUMNS).size).toBe(EVENT_CSV_COLUMNS.length);
  expect(EVENT_CSV_HEADER.endsWith('inventory_updated_at\r\n')).toBe(true);
});
