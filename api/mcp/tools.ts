import type { Tool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { invalidFields } from '../../src/core/problems.js';
import type { Viewer } from '../../src/core/viewer.js';
import { categoryList, eventList, locationList, singleEvent } from '../../src/core/wire/event.js';
import { listCategories, listLocations } from '../../src/listings/counts.js';
import { getEvent } from '../../src/listings/get-event.js';
import { listEvents } from '../../src/listings/list-events.js';
import type { EventFilters } from '../../src/listings/wire.js';
import type { Context } from '../../src/platform/context/context.js';
import { issueText, toFieldError } from '../http/issue-text.js';
import {
  findEventsArguments,
  findEventsByCategoryArguments,
  findEventsNearArguments,
  getEventArguments,
  listCategoriesArguments,
  listLocationsArguments,
} from './arguments.js';
import { toObjectSchema } from './json-schema.js';
import { readArguments } from './read-arguments.js';

export interface AssistantTool {
  listed: Tool;
  /**
   * The envelope that REST returns for the same query, as finished JSON.
   *
   * @throws {ProblemError} `invalid_request` naming the argument, and whatever the same REST call refuses.
   */
  answer(ctx: Context, viewer: Viewer, args: unknown): Promise<Buffer>;
}

interface Definition<Input extends z.ZodType> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: z.ZodType;
  answer(ctx: Context, viewer: Viewer, args: z.output<Input>): Promise<Buffer>;
}

function tool<Input extends z.ZodType>(definition: Definition<Input>): AssistantTool {
  const { name, title, description, input, output } = definition;
  const schema = toObjectSchema(input, 'input');
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: schema,
      outputSchema: toObjectSchema(output, 'output'),
      annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async answer(ctx, viewer, args) {
      const read = input.safeParse(readArguments(args ?? {}, schema), { error: issueText });
      if (!read.success) throw invalidFields(read.error.issues.map((issue) => toFieldError(issue, 'arguments')));
      return definition.answer(ctx, viewer, read.data);
    },
  };
}

function find(
  ctx: Context,
  viewer: Viewer,
  { limit, cursor, locale, ...filters }: EventFilters & { limit: number; cursor?: string; locale?: string },
): Promise<Buffer> {
  // The lists of REST, so that their cursors are ours too.
  const surface = viewer.companyId === null ? 'demo' : 'events';
  return listEvents(ctx, viewer, { surface, filters, limit, cursor, shown: { locale } });
}

const FOUND =
  'Returns upcoming events, soonest first. If `next` is not null, call again with it as `cursor` and the same filters ' +
  'to get more. Give buyers `tickets.buy_url` exactly as returned. `url` is the public page.';

/** Every tool, in the order of the list for assistants. They only read. */
export const TOOLS: readonly AssistantTool[] = [
  tool({
    name: 'find_events',
    title: 'Find events',
    description: `Finds upcoming live events by words, city, country, category, dates, start of sales or a performer's name. \`sort\` changes the order. ${FOUND}`,
    input: findEventsArguments,
    output: eventList,
    answer: find,
  }),
  tool({
    name: 'find_events_near_location',
    title: 'Find events near a place',
    description: `Finds upcoming live events within a radius in kilometres of a latitude and longitude. ${FOUND}`,
    input: findEventsNearArguments,
    output: eventList,
    answer: find,
  }),
  tool({
    name: 'find_events_by_category',
    title: 'Find events of a category',
    description:
      'Finds upcoming live events of one category, optionally in a city or country. Get the categories from ' +
      `list_categories. ${FOUND}`,
    input: findEventsByCategoryArguments,
    output: eventList,
    answer: find,
  }),
  tool({
    name: 'get_event',
    title: 'Read an event',
    description:
      'Reads one event by its id, even if it was cancelled, postponed or has ended. Check `status` and ' +
      '`tickets.availability` before you offer tickets. Do not show an event that was withdrawn.',
    input: getEventArguments,
    output: singleEvent,
    answer: getEvent,
  }),
  tool({
    name: 'list_categories',
    title: 'List categories',
    description: 'Lists event categories with their number of upcoming events, most events first.',
    input: listCategoriesArguments,
    output: categoryList,
    answer: listCategories,
  }),
  tool({
    name: 'list_locations',
    title: 'List cities',
    description: 'Lists cities with their number of upcoming events, most events first.',
    input: listLocationsArguments,
    output: locationList,
    answer: listLocations,
  }),
];

export const LISTED_TOOLS: Tool[] = TOOLS.map(({ listed }) => listed);
