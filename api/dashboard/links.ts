import { z } from 'zod';
import { listLinks } from '../../src/companies/links/list-links.js';
import { makeLink } from '../../src/companies/links/make-link.js';
import { subId } from '../../src/core/wire/common.js';
import { type Event, eventStatus } from '../../src/core/wire/event.js';
import { country, cursor, flag, limit, text, typedDate } from '../../src/core/wire/query.js';
import type { InputOf, RowOf } from '../../src/core/wire/row.js';
import { eventFilterShape } from '../../src/listings/wire.js';
import { qrPng, qrSvg } from '../../src/platform/qr/qr-code.js';
import { listPromotedEvents } from '../../src/signals/promoted-events.js';
import { type Call, listOf, operation, owned, whole } from './operation.js';
import { inMode } from './wire.js';

const keyId = z
  .string()
  .max(80)
  .optional()
  .describe('The key whose code the link carries. Default: the first of `keys`.');

const linkKey = z.object({ id: z.string(), name: z.string() });

const event = z
  .object({
    id: z.string(),
    name: z.string(),
    status: eventStatus,
    availability: z.string(),
    date_label: z.string(),
    price: z
      .object({ from: z.number(), to: z.number(), currency: z.string() })
      .nullable()
      .describe('Lowest and highest price of a ticket. Null: unknown.'),
    venue: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    category: z.string().nullable(),
    image: z.string().nullable(),
    can_share: z.boolean().describe('The organizer lets the event be shared further, for example on social media.'),
    reward: z
      .object({ amount: z.number().nullable(), percent: z.number().nullable(), currency: z.string().nullable() })
      .nullable()
      .describe('For each ticket: an amount, or a share of its price. Null: none.'),
  })
  .meta({ id: 'PromotableEvent', description: 'An event that the company may show.' });

function present({ tickets, earn, display, location, ...rest }: Event): RowOf<z.input<typeof event>> {
  const { amount = null, percent = null, currency = null } = earn;
  const { from, to, currency: priced } = tickets;
  return {
    ...rest,
    ...location,
    availability: tickets.availability,
    date_label: display.date_label,
    price: from === null || priced === null ? null : { from, to: to ?? from, currency: priced },
    reward: earn.eligible ? { amount, percent, currency } : null,
  };
}

const ofLink = inMode.extend({ key_id: keyId, sub_id: subId.optional() });

const promoted = z
  .object({
    id: z.string(),
    name: z.string(),
    date: z.string().describe('At the venue.'),
    city: z.string().nullable(),
    status: eventStatus,
    withdrawn: z.boolean().describe('The organizer withdrew the event from partners.'),
  })
  .meta({ id: 'PromotedEvent', description: 'An event with clicks or sales of the company.' });

/** `Jazz Night & Friends` → `jazz-night-friends` */
const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '') || 'event';

export const LINK_OPERATIONS = [
  operation('GET /links', {
    may: 'funnel.read',
    summary: 'Find events to promote',
    query: inMode.extend({
      search: eventFilterShape.q,
      city: text(120).optional(),
      country: country.optional(),
      category: text(80).optional(),
      commissioned: flag.optional().describe('`true`: only events that pay a reward.'),
      from: typedDate.optional(),
      to: typedDate.optional(),
      key_id: keyId,
      cursor: cursor.optional(),
      limit: limit(50, 20),
    }),
    answer: listOf(event).extend({
      key: linkKey.nullable().describe('The key that links are bound to. Null: the company has none of this mode.'),
      keys: z.array(linkKey).describe('All that can be chosen.'),
    }),
    async run({ ctx, member: { companyId }, query }) {
      const { mode, keyId: chosen, cursor: after, limit: most, search, ...filters } = query;
      const page = { companyId, mode, keyId: chosen, limit: most, cursor: after };
      const { events, ...rest } = await listLinks(ctx, { ...page, filters: { ...filters, q: search } });
      return { data: events.map(present), ...rest };
    },
  }),
  operation('GET /links/:id', {
    may: 'funnel.read',
    summary: 'Make the buy link of an event',
    query: ofLink,
    answer: z.object({
      event,
      url: z.string(),
      text: z.string().nullable().describe('For a post or a mail. Null: the event may not be shared further.'),
      key: linkKey,
    }),
    async run(call) {
      const { event: of, ...link } = await linkOf(call);
      return { event: present(of), ...link };
    },
  }),
  operation('GET /links/:id/qr.svg', {
    may: 'funnel.read',
    summary: 'Download the QR code of a link as SVG',
    query: ofLink,
    answer: null,
    media: 'image/svg+xml',
    async run(call) {
      const { url, event: of } = await linkOf(call);
      return { name: `qr-${fileName(of.name)}.svg`, content: Buffer.from(qrSvg(url)) };
    },
  }),
  operation('GET /links/:id/qr.png', {
    may: 'funnel.read',
    summary: 'Download the QR code of a link as PNG',
    query: ofLink,
    answer: null,
    media: 'image/png',
    async run(call) {
      const { url, event: of } = await linkOf(call);
      return { name: `qr-${fileName(of.name)}.png`, content: await qrPng(url) };
    },
  }),
  operation('GET /promoted-events', {
    may: 'funnel.read',
    summary: 'List the events with clicks or sales in the last 90 days',
    query: inMode.extend({
      unsellable: flag
        .optional()
        .describe(
          '`true`: only upcoming events that are sold out, cancelled, postponed or withdrawn, with clicks or sales in the last 30 days.',
        ),
    }),
    answer: listOf(promoted),
    run: async ({ ctx, member: { companyId }, query: { mode, unsellable = false } }) =>
      whole(await listPromotedEvents(ctx, { companyId, mode, unsellable })),
  }),
];

const linkOf = (call: Call<InputOf<z.output<typeof ofLink>>, unknown, { id: string }>) =>
  makeLink(call.ctx, { subId: null, ...call.query, ...owned(call, 'eventId') });
