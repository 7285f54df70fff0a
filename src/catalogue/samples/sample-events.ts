import { DateTime } from 'luxon';
import { z } from 'zod';
import { SAMPLE_NAME_PREFIX } from '../../core/brand.js';
import { ID_PREFIXES } from '../../core/ids.js';
import {
  type CatalogueInput,
  catalogueInput,
  type TicketTypeInput,
  ticketTypeInput,
} from '../input/catalogue-input.js';
import { draftEvent } from '../input/draft-event.js';
import type { EventDraft } from '../rules/event-draft.js';
import { picturePath } from '../rules/pictures.js';
import samples from './samples.json';

const sampleTicket = ticketTypeInput.omit({ sales_from: true, sales_until: true }).extend({
  /** Absent: more than anybody orders. */
  capacity: z.int().optional(),
  sold: z.int().optional(),
  /** First and last day of sales, counted as `day` of the sample. */
  from: z.int().optional(),
  until: z.int().optional(),
});

const sample = catalogueInput
  .omit({
    external_id: true,
    starts_at: true,
    ends_at: true,
    date: true,
    end_date: true,
    url: true,
    ticket_types: true,
  })
  .extend({
    slug: z.string(),
    /** Days after the first of the next quarter. */
    day: z.int(),
    /** Local start; absent: only the day is known. */
    at: z.iso.time({ precision: -1 }).optional(),
    hours: z.number().optional(),
    /** Length in days, for events of several days. */
    days: z.int().optional(),
    tickets: z.array(sampleTicket).optional(),
    verified: z.boolean().default(true),
  });

type SampleTicket = z.infer<typeof sampleTicket>;
type Sample = z.infer<typeof sample>;

const SAMPLES = z.array(sample).parse(samples);

export const WITHDRAWN_SAMPLE = `${ID_PREFIXES.sampleEvent}withdrawn`;

/** Samples for the quarter (UTC) of `now`: the same quarter gives the same events, the upcoming ones in the next quarter. */
export function sampleEvents(now: Date): { verified: EventDraft[]; unverified: EventDraft[] } {
  const quarter = DateTime.fromJSDate(now, { zone: 'UTC' }).startOf('quarter');
  const drafts = (verified: boolean) =>
    SAMPLES.filter((sample) => sample.verified === verified).map((sample) => toDraft(sample, quarter));
  return { verified: drafts(true), unverified: drafts(false) };
}

function toDraft(sample: Sample, quarter: DateTime): EventDraft {
  const { slug, name, day, at, hours, days, tickets, verified: _, ...described } = sample;
  const sameKind = SAMPLES.filter(({ category }) => category === sample.category);
  const date = anchored(quarter, day);
  const starts = at ? DateTime.fromISO(`${date}T${at}`, { zone: 'UTC' }) : undefined;
  const local = (moment: DateTime) => moment.toFormat("yyyy-MM-dd'T'HH:mm");
  const input: CatalogueInput = {
    ...described,
    external_id: slug,
    name: SAMPLE_NAME_PREFIX + name,
    ...(starts ? { starts_at: local(starts) } : { date }),
    ends_at: starts && hours ? local(starts.plus({ hours })) : undefined,
    end_date: days ? anchored(quarter, day + days - 1) : undefined,
    url: `https://organizer.example/test-events/${slug.replaceAll('_', '-')}`,
    ticket_types: tickets?.map((ticket) => ticketInput(ticket, quarter)),
  };
  const draft = draftEvent(input);
  return {
    ...draft,
    id: ID_PREFIXES.sampleEvent + slug,
    image: picturePath(sample.category ?? '', sameKind.indexOf(sample)),
    ticket_types:
      draft.ticket_types?.map((type, index) => ({
        ...type,
        id: `tkt_test_${slug}_${type.external_id}`,
        sold: tickets?.[index]?.sold ?? 0,
      })) ?? null,
  };
}

/** Far more than anybody orders in a sandbox, so that samples do not sell out. */
const PLENTY = 500_000;

function ticketInput(ticket: SampleTicket, quarter: DateTime): TicketTypeInput {
  const { sold, from, until, ...type } = ticket;
  return {
    capacity: PLENTY,
    ...type,
    sales_from: from === undefined ? undefined : `${anchored(quarter, from)}T09:00`,
    sales_until: until === undefined ? undefined : `${anchored(quarter, until)}T23:59`,
  };
}

/** Day 0 is the first of the next quarter; negative days below −100 lie in the past all through this one. */
function anchored(quarter: DateTime, day: number): string {
  return quarter.plus({ quarters: 1 }).plus({ days: day }).toISODate() ?? '';
}
