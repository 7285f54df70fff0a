import { randomUUID } from 'node:crypto';
import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import type { Context } from '../../src/platform/context/context.js';
import { type MailSink, startMailSink } from '../../test/support/outside/mail-sink.js';
import { type ChaosSite, openChaosSite } from './chaos-site.js';

export interface TicketShop {
  eventId: string;
  ticketTypeId: string;
  companyId: string;
  keyId: string;
  key: string;
}

export const orderOf = (shop: TicketShop, buyer: string) => ({
  headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({
    event_id: shop.eventId,
    ticket_type_id: shop.ticketTypeId,
    quantity: 1,
    buyer_email: buyer,
    buyer_name: 'Ada Lovelace',
  }),
});

/** Everything that sells tickets and mails them, each part a process, and a mail server that takes them. */
export interface TicketSite {
  site: ChaosSite;
  sink: MailSink;
  shop: TicketShop;
}

/** Opens a site, works on it and closes it. @param more settings of the API and the worker. */
export async function onTicketSite(
  work: (on: TicketSite) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const sink = await startMailSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'tickets@service.example', PAYMENTS: 'simulated', ...more };
  const site = await openChaosSite(mail);
  try {
    await work({ site, sink, shop: await openTicketShop(site.ctx) });
  } finally {
    await site.close();
    await sink.close();
  }
}

/** An event with tickets for everybody, and a key that sells them. */
export async function openTicketShop(ctx: Context, name = 'bench'): Promise<TicketShop> {
  const { id: companyId } = await createCompany(ctx, { name });
  const key = await createKey(ctx, { companyId, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await ctx.sql`UPDATE api_keys SET rate_limit = 1000000`;
  const now = ctx.clock.now();
  const startsAt = new Date(now.getTime() + 30 * 86_400_000);
  const [organizerId, eventId, ticketTypeId] = [`org_${name}`, `evt_${name}`, `tkt_${name}`];
  await ctx.sql`
    INSERT INTO organizers (id, source, name, created_at) VALUES (${organizerId}, ${name}, 'Łódź Concerts', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, starts_at, date, timezone, venue, city, country, created_at)
    VALUES (${eventId}, ${organizerId}, ${name}, 'Zażółć gęślą jaźń', 'scheduled', ${startsAt},
      ${startsAt.toISOString().slice(0, 10)}, 'Europe/Warsaw', 'Hala', 'Łódź', 'PL', ${now})`;
  await ctx.sql`
    INSERT INTO ticket_types (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity,
      max_per_order, inventory_updated_at)
    VALUES (${ticketTypeId}, ${eventId}, 0, ${name}, 'Standing', 1000, 1250, 'PLN', 1000000, 8, ${now})`;
  return { eventId, ticketTypeId, companyId, keyId: key.id, key: key.key };
}
