import type { Agreement } from '../../core/viewer.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, fragmentOf, type TextFragment } from '../../platform/database/fragment.js';
import { EVENT_COLUMN_TYPES, EVENT_COLUMNS, type EventColumn } from '../rules/event-columns.js';
import { IMAGE_NAME } from '../rules/event-document.js';

/**
 * Whether, when and where an event takes place, as JSON (`EventFacts`).
 *
 * @param alias of `events` in the statement.
 */
export function eventFacts(alias: string): TextFragment {
  const columns = ['status', 'date', 'timezone', 'venue', 'address', 'city', 'country'];
  return fragment`jsonb_build_object('start', ${alias}.starts_at, ${columns.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
}

/**
 * SQL for the end of the day of the event behind `alias`, for events with a day but no time. Where the clocks skip
 * midnight the day ends the moment they do; `src/core/local-time.ts` says the same, and a test compares the two.
 */
export function endOfEventDay(alias: string): TextFragment {
  return fragment`(${alias}.date + 1)::timestamp AT TIME ZONE coalesce(${alias}.timezone, 'UTC')`;
}

/** SQL for the instant from which the event behind `alias` is over: what `endOf` in `src/listings/rules/event-time.ts` returns. */
export function endOfEvent(alias: string): TextFragment {
  return fragment`coalesce(${alias}.ends_at, ${alias}.starts_at + interval '6 hours', ${endOfEventDay(alias)})`;
}

/**
 * SQL for a partner's view of a stored document. It does the same as `completeDocument` in `src/listings/documents.ts`:
 * our address before the path of an own picture and in our links, and the partner's code in the buy link. In JSON no
 * text can contain the member's name with unescaped quotes, so only the member itself begins with a slash.
 *
 * @param doc of `event_listings` or `changes`; origin, ref: expressions too.
 */
export function filledDocument(doc: string, { origin, ref }: { origin: string; ref: string }): TextFragment {
  const withPicture = `replace(${doc}, '${IMAGE_NAME}"/', '${IMAGE_NAME}"' || ${origin} || '/')`;
  return fragment`replace(replace(${withPicture}, chr(1), ${origin}), chr(2), ${ref})`;
}

/** SQL that selects columns of the event behind `alias`; shares come as numbers. */
export function eventColumns(alias: string, columns: readonly EventColumn[] = EVENT_COLUMNS): TextFragment {
  return fragmentOf(
    columns
      .map((name) =>
        EVENT_COLUMN_TYPES[name] === 'numeric' ? `${alias}.${name}::float8 AS ${name}` : `${alias}.${name}`,
      )
      .join(', '),
  );
}

/** Expressions for an agreement's limits; NULL limits nothing. */
export interface AgreementSql<Sql> {
  countries: Sql;
  categories: Sql;
  payingOnly: Sql;
}

/** Expressions for what of an event an agreement looks at. */
export interface ScopeSql<Sql> {
  country: Sql;
  category: Sql;
  paying: Sql;
}

/**
 * SQL for whether an agreement lets its company show an event: what `covers` in `src/core/coverage.ts` returns; a test
 * compares the two. Pages of listings and bulk files repeat this rule themselves, in the shape of their indexes: as equality on each value.
 *
 * @param tag makes the expression: `fragment` without values, a connection with them.
 */
function covered<Sql>(
  tag: (text: TemplateStringsArray, ...parts: Sql[]) => Sql,
  { countries, categories, payingOnly }: AgreementSql<Sql>,
  { country, category, paying }: ScopeSql<Sql>,
): Sql {
  return tag`(
    (${countries} IS NULL OR coalesce(${country} = ANY (${countries}), false))
    AND (${categories} IS NULL OR coalesce(${category} = ANY (${categories}), false))
    AND (${payingOnly} IS NOT TRUE OR ${paying}))`;
}

/** {@link covered} of expressions. */
export function coveredText(agreement: AgreementSql<TextFragment>, scope: ScopeSql<TextFragment>): TextFragment {
  return covered<TextFragment>(fragment, agreement, scope);
}

/** {@link covered} of an agreement known here, with its values for parameters. */
export function coveredBy(sql: Queryable, agreement: Agreement, scope: ScopeSql<TextFragment>): Fragment {
  const values = {
    countries: sql`${agreement.countries as string[] | null}::text[]`,
    categories: sql`${agreement.categories as string[] | null}::text[]`,
    payingOnly: sql`${agreement.payingOnly}::boolean`,
  };
  return covered<Fragment>((text, ...parts) => sql(text, ...parts), values, scope);
}

/** The scope of a row that has it as columns `country`, `category` and `paying`. */
export function scopeOfRow(alias: string): ScopeSql<TextFragment> {
  return {
    country: fragment`${alias}.country`,
    category: fragment`${alias}.category`,
    paying: fragment`${alias}.paying`,
  };
}
