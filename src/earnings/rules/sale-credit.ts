import { covers } from '../../core/coverage.js';

/** Why a sale that a company brought earns it nothing, whatever the event pays. */
export type Uncredited = 'company_suspended' | 'outside_agreement';

/** What of a company decides whether it is credited. */
export interface CreditedCompany {
  suspended: boolean;
  countries: readonly string[] | null;
  categories: readonly string[] | null;
}

/** What of an event decides whether a partner is credited for its tickets. */
export interface CreditedEvent {
  test: boolean;
  country: string | null;
  category: string | null;
}

/**
 * Whether a company is credited for a ticket of this event, by what is true of both at this moment; null: it is. Agreements
 * do not narrow the sandbox, and whether the event pays is for its rate to say.
 */
export function uncredited(company: CreditedCompany, event: CreditedEvent): Uncredited | null {
  if (company.suspended) return 'company_suspended';
  const { countries, categories } = company;
  const covered = covers(
    { countries, categories, payingOnly: false },
    { country: event.country, category: event.category, paying: true },
  );
  return event.test || covered ? null : 'outside_agreement';
}
