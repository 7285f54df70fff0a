import { EVENT_CSV } from '../../../src/listings/rules/event-csv.js';

test('the CSV columns keep their places; new ones come at the end', () => {
  expect(EVENT_CSV.header.endsWith('\r\n')).toBe(true);
  const columns = EVENT_CSV.header.trimEnd().split(',');
  expect(columns.slice(0, 36).join()).toBe(
    'id,name,status,starts_at,ends_at,date,timezone,venue,address,city,country,lat,lng,image,category,performers,' +
      'price_from,price_to,currency,availability,buy_url,earn_eligible,earn_amount,earn_percent,earn_currency,' +
      'earn_description,can_share,url,short_description,date_label,price_label,organizer_name,organizer_verified,test,' +
      'updated_at,inventory_updated_at',
  );
  expect(new Set(columns).size).toBe(columns.length);
});
