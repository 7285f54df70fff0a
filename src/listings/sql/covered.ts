import type postgres from 'postgres';
import type { Agreement } from '../../core/viewer.js';
import type { Queryable } from '../../platform/database/database.js';

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

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * SQL for whether an agreement lets its company show an event: what `covers` in `src/core/coverage.ts` returns; a test
 * compares the two. Pages of listings and bulk files ask it too, in the shape of their indexes: as equality on each value.
 *
 * @param tag makes the expression: `String.raw` of text, a connection of its fragments.
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

/** {@link covered} of expressions, as text. */
export function coveredText(agreement: AgreementSql<string>, scope: ScopeSql<string>): string {
  return covered<string>(String.raw, agreement, scope);
}

/** {@link covered} of an agreement known here, as a fragment with its values for parameters. */
export function coveredBy(sql: Queryable, agreement: Agreement, scope: ScopeSql<string>): Fragment {
  const values = {
    countries: sql`${agreement.countries as string[] | null}::text[]`,
    categories: sql`${agreement.categories as string[] | null}::text[]`,
    payingOnly: sql`${agreement.payingOnly}::boolean`,
  };
  const fragment = (text: string): Fragment => sql`${sql.unsafe(text)}`;
  const expressions = {
    country: fragment(scope.country),
    category: fragment(scope.category),
    paying: fragment(scope.paying),
  };
  return covered<Fragment>((text, ...parts) => sql(text, ...parts), values, expressions);
}

/** The scope of a row that has it as columns `country`, `category` and `paying`. */
export function scopeOfRow(alias: string): ScopeSql<string> {
  return { country: `${alias}.country`, category: `${alias}.category`, paying: `${alias}.paying` };
}
