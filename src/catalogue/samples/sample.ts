import { z } from 'zod';
import { catalogueInput, ticketTypeInput } from '../input/catalogue-input.js';
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

export type SampleTicket = z.infer<typeof sampleTicket>;
export type Sample = z.infer<typeof sample>;

export const SAMPLES = z.array(sample).parse(samples);
