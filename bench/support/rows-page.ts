import { toDecimal } from '../../src/core/money.js';
import type { Viewer } from '../../src/core/viewer.js';
import { priceLabel } from '../../src/listings/rules/event-labels.js';
import type { Context } from '../../src/platform/context/context.js';

interface EventRow {
  [column: string]: string | number | boolean | Date | string[] | null | undefined;
}

/** A page as it is usually made: the rows of its events, each turned into an object, all turned into JSON. */
export async function rowsPage(ctx: Context, viewer: Viewer, cursor: string | undefined): Promise<string> {
  const scope = { surface: 'events', mode: viewer.mode, companyId: viewer.companyId };
  const after = cursor ? ctx.cursors.open(scope, cursor, {}).position : { at: 'epoch', id: '' };
  const rows = await ctx.sql<EventRow[]>`
    SELECT e.*, o.name AS organizer_name, o.verified, l.updated_at, t.from_minor, t.to_minor, t.ticket_currency, t.moved_at,
      t.on_sale
    FROM (
      SELECT event_id, sort_at, updated_at FROM event_listings
      WHERE upcoming AND NOT test AND (sort_at, event_id) > (${after.at}::text::timestamptz, ${after.id})
      ORDER BY sort_at, event_id LIMIT 21
    ) l JOIN events e ON e.id = l.event_id COLLATE "default" JOIN organizers o ON o.id = e.organizer_id
    LEFT JOIN LATERAL (
      SELECT min(total_minor) AS from_minor, max(total_minor) AS to_minor, min(currency) AS ticket_currency,
        max(inventory_updated_at) AS moved_at, sum(capacity - held - sold) > 0 AS on_sale
      FROM ticket_types WHERE event_id = e.id
    ) t ON true
    ORDER BY l.sort_at, l.event_id`;
  const events = rows.slice(0, 20).map((row) => toEvent(row, ctx.config.origin, viewer.ref));
  return JSON.stringify({ object: 'list', mode: viewer.mode, events, next: rows.length > 20 ? 'next' : null });
}

function toEvent(row: EventRow, origin: string, ref: string) {
  const currency = (row.ticketCurrency ?? row.currency) as string | null;
  const amount = (minor: EventRow[string]) =>
    minor == null || currency === null ? null : toDecimal(Number(minor), currency);
  const [from, to] = [amount(row.fromMinor ?? row.priceFromMinor), amount(row.toMinor ?? row.priceToMinor)];
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    date: row.date,
    timezone: row.timezone,
    location: {
      venue: row.venue,
      address: row.address,
      city: row.city,
      country: row.country,
      lat: row.lat,
      lng: row.lng,
    },
    image: row.image,
    category: row.category,
    performers: (row.performers as string[]).map((name) => ({ name })),
    tickets: {
      from,
      to,
      currency,
      availability: row.onSale === false ? 'sold_out' : 'available',
      buy_url: `${origin}/buy/${row.id}?ref=${ref}`,
    },
    earn:
      row.rewardKind === null
        ? { eligible: false }
        : {
            eligible: true,
            amount: amount(row.rewardAmountMinor) ?? undefined,
            percent: row.rewardPercent === null ? undefined : Number(row.rewardPercent),
            currency: row.rewardCurrency ?? undefined,
            description: row.rewardDescription ?? undefined,
          },
    can_share: row.canShare,
    url: `${origin}/e/${row.id}`,
    display: {
      short_description: row.shortDescription,
      date_label: String(row.date),
      price_label: priceLabel(from, to, currency),
    },
    organizer: { name: row.organizerName, verified: row.verified },
    test: row.test,
    updated_at: row.updatedAt,
    inventory_updated_at: row.movedAt,
  };
}
