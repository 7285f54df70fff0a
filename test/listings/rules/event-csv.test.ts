import { EVENT_CSV, EVENT_CSV_COLUMNS } from '../../../src/listings/rules/event-csv.js';

test('the CSV columns keep their places; new ones come at the end', () => {
  expect(EVENT_CSV_COLUMNS.slice(0, 36).join()).toBe(
    'id,name,status,starts_at,ends_at,date,timezone,venue,address,city,country,lat,lng,image,category,performers,' +
      'price_from,price_to,currency,availability,buy_url,earn_eligible,earn_amount,earn_percent,earn_currency,' +
      'earn_description,can_share,url,short_description,date_label,price_label,organizer_name,organizer_verified,test,' +
      'updated_at,inventory_updated_at',
  );
  expect(new Set(EVENT_CSV_COLUMNS).size).toBe(EVENT_CSV_COLUMNS.length);
  expect(EVENT_CSV.header).toBe(`${EVENT_CSV_COLUMNS.join()}\r\n`);
});
