import type { Agreement } from '../../core/viewer.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';

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
 * compares the two. Pages of listings and bulk files ask it too, in the shape of their indexes: as equality on each value.
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
