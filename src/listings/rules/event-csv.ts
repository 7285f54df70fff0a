import { type CsvColumn, csvFile, joinedNames } from '../../core/csv.js';
import type { Event } from '../../core/wire/event.js';

/** Columns of every CSV file of events. New ones are only added at the end. */
const COLUMNS: readonly CsvColumn<Event>[] = [
  ['id', (event) => event.id],
  ['name', (event) => event.name],
  ['status', (event) => event.status],
  ['starts_at', (event) => event.starts_at],
  ['ends_at', (event) => event.ends_at],
  ['date', (event) => event.date],
  ['timezone', (event) => event.timezone],
  ['venue', (event) => event.location.venue],
  ['address', (event) => event.location.address],
  ['city', (event) => event.location.city],
  ['country', (event) => event.location.country],
  ['lat', (event) => event.location.lat],
  ['lng', (event) => event.location.lng],
  ['image', (event) => event.image],
  ['category', (event) => event.category],
  ['performers', (event) => joinedNames(event.performers.map(({ name }) => name))],
  ['price_from', (event) => event.tickets.from],
  ['price_to', (event) => event.tickets.to],
  ['currency', (event) => event.tickets.currency],
  ['availability', (event) => event.tickets.availability],
  ['buy_url', (event) => event.tickets.buy_url],
  ['earn_eligible', (event) => event.earn.eligible],
  ['earn_amount', (event) => event.earn.amount],
  ['earn_percent', (event) => event.earn.percent],
  ['earn_currency', (event) => event.earn.currency],
  ['earn_description', (event) => event.earn.description],
  ['can_share', (event) => event.can_share],
  ['url', (event) => event.url],
  ['short_description', (event) => event.display.short_description],
  ['date_label', (event) => event.display.date_label],
  ['price_label', (event) => event.display.price_label],
  ['organizer_name', (event) => event.organizer.name],
  ['organizer_verified', (event) => event.organizer.verified],
  ['test', (event) => event.test],
  ['updated_at', (event) => event.updated_at],
  ['inventory_updated_at', (event) => event.inventory_updated_at],
  ['venue_id', (event) => event.location.venue_id],
  ['performer_ids', (event) => joinedNames(event.performers.map(({ id }) => id))],
];

/** Bulk files and the CSV feed: null is empty, performers are joined by `|`. */
export const EVENT_CSV = csvFile('programs', COLUMNS);
