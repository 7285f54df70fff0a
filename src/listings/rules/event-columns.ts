import type { EventStatus } from '../../core/wire/event.js';
import type { OnSaleStatus } from './event-status.js';

/**
 * The columns of `events` that an import writes. Drafts, rows and SQL statements derive from this list.
 */
export const DESCRIBED = {
  external_id: 'text NOT NULL',
  name: 'text NOT NULL',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  date: 'date NOT NULL',
  timezone: 'text',
  utc_offset: 'integer',
  online: 'boolean NOT NULL',
  venue: 'text',
  address: 'text',
  city: 'text',
  country: 'text',
  lat: 'double precision',
  lng: 'double precision',
  image: 'text',
  category: 'text',
  performers: 'text[] NOT NULL',
  short_description: 'text',
  can_share: 'boolean NOT NULL',
  source_url: 'text',
  price_from_minor: 'bigint',
  price_to_minor: 'bigint',
  currency: 'text',
  reward_kind: 'text',
  reward_amount_minor: 'bigint',
  reward_percent: 'numeric',
  reward_currency: 'text',
  reward_description: 'text',
  reward_budget_minor: 'bigint',
} as const;

/** Columns that the catalogue adds when it writes an event. */
export const ADDED = {
  status: 'text NOT NULL',
  status_before_sold_out: 'text',
  content_hash: 'text NOT NULL',
} as const;

/** Columns that are set once, or not by an import. */
const KEPT = {
  id: 'text NOT NULL',
  organizer_id: 'text NOT NULL',
  test: 'boolean NOT NULL',
  shared: 'boolean NOT NULL',
  reward_spent_minor: 'bigint NOT NULL',
  created_at: 'timestamptz NOT NULL',
} as const;

export const EVENT_COLUMN_TYPES = { ...KEPT, ...DESCRIBED, ...ADDED };
type Columns = typeof EVENT_COLUMN_TYPES;

/** Columns of `events`. */
export type EventColumn = keyof Columns;

interface Types {
  text: string;
  'text[]': string[];
  boolean: boolean;
  bigint: number;
  integer: number;
  numeric: number;
  'double precision': number;
  date: string;
  timestamptz: Date;
}

/** Text columns with an enumerated value. */
interface Words {
  status: EventStatus;
  status_before_sold_out: OnSaleStatus | null;
  reward_kind: 'flat' | 'percent' | null;
}

type Value<Sql> = Sql extends `${infer Type extends keyof Types} NOT NULL`
  ? Types[Type]
  : Sql extends keyof Types
    ? Types[Sql] | null
    : never;

export type ColumnValue<Column extends EventColumn> = Column extends keyof Words
  ? Words[Column]
  : Value<Columns[Column]>;

/** The name of a column in the database client's rows: `starts_at` is `startsAt`. */
export type RowKey<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<RowKey<Tail>>}`
  : Column;

/** A row of `events`, as `eventColumns` selects it and the client returns it. */
export type EventRow = { [Column in EventColumn as RowKey<Column>]: ColumnValue<Column> };

/**
 * An organizer's description as JSON, by the columns' own names, because it is hashed: instants are text in ISO 8601.
 */
export type Described = {
  [Column in keyof typeof DESCRIBED]: ColumnValue<Column> extends Date | null ? string | null : ColumnValue<Column>;
};

/** Every column of `events`. */
export const EVENT_COLUMNS = Object.keys(EVENT_COLUMN_TYPES) as EventColumn[];

/** The SQL type of a column without its constraint. */
export function typeOf(column: string): string {
  return column.replace(' NOT NULL', '');
}
