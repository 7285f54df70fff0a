import { type Agreement, UNLIMITED_AGREEMENT, type Viewer } from './viewer.js';

/** The properties of an event that an agreement restricts. */
export interface Scope {
  country: string | null;
  category: string | null;
  paying: boolean;
}

/** Whether the agreement lets its company show an event of this scope. */
export function covers(agreement: Agreement, scope: Scope): boolean {
  const { countries, categories, payingOnly } = agreement;
  return (
    (countries === null || (scope.country !== null && countries.includes(scope.country))) &&
    (categories === null || (scope.category !== null && categories.includes(scope.category))) &&
    (!payingOnly || scope.paying)
  );
}

/** The agreement that limits the viewer's events: the sandbox is the same for everybody. */
export function agreementOf(viewer: Viewer): Agreement {
  return viewer.mode === 'test' ? UNLIMITED_AGREEMENT : viewer.agreement;
}

/** The values of an agreement that a filter keeps; null: any, empty: none. */
export function narrowed(allowed: readonly string[] | null, wanted: string | undefined): readonly string[] | null {
  if (wanted === undefined) return allowed;
  return allowed === null || allowed.includes(wanted) ? [wanted] : [];
}
