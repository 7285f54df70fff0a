import type { Sql } from 'postgres';
import type { BuyersShop } from './buyers.js';

/** Who sells. */
export const COMPANY = 'Example Travel';

/** A company, its key and an event with tickets for everybody, by the commands of docs/deploy/install.md. */
export async function openBuyersShop({
  command,
  sql,
  origin,
}: {
  command(...args: string[]): Promise<string>;
  sql: Sql;
  origin: string;
}): Promise<BuyersShop> {
  const company = COMPANY;
  await command('company', 'create', company, '--currency', 'EUR');
  await command('agreement', 'set', '--company', company, '--country', 'DE');
  const key = ['key', 'create', '--company', company, '--kind', 'server', '--capability', 'EMBEDDED_CHECKOUT'];
  const printed = await command(...key);
  await sql`UPDATE api_keys SET rate_limit = 1000000`;
  const startsAt = new Date(Date.now() + 60 * 86_400_000);
  const [event] = await sql<{ id: string }[]>`
    WITH organizer AS (
      INSERT INTO organizers (id, source, name, created_at) VALUES ('org_upgrade', 'upgrade', 'Organizer', now()) RETURNING id
    ), event AS (
      INSERT INTO events (id, organizer_id, external_id, name, status, starts_at, date, timezone, venue, city, country, category, image,
        reward_kind, reward_percent, created_at)
      SELECT 'evt_upgrade', id, 'upgrade', 'Opening Night', 'scheduled', ${startsAt}::timestamptz, ${startsAt}::date,
        'Europe/Berlin', 'The Hall', 'Berlin', 'DE', 'music', 'https://images.example/1.jpg', 'percent', 8, now() FROM organizer RETURNING id
    ), types AS (
      INSERT INTO ticket_types (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity,
        max_per_order, inventory_updated_at)
      SELECT 'tkt_' || name, id, position, name, name, price, price, 'EUR', 1000000, 8, now()
        FROM event, (VALUES (0, 'paid', 2500), (1, 'free', 0)) AS type (position, name, price)
    ) SELECT id FROM event`;
  await command('catalogue', 'reproject');
  if (!event) throw new Error('there is no event');
  return {
    origin,
    key: printed.trim().split('\n').at(-1) ?? '',
    eventId: event.id,
    paid: 'tkt_paid',
    free: 'tkt_free',
  };
}
