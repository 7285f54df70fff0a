import { covers } from '../../core/coverage.js';

/** Why a company is not credited for a sale, whatever the event pays. */
export type Uncredited = 'company_suspended' | 'outside_agreement';

/** The facts about a company that decide whether it is credited. */
export interface CreditedCompany {
  suspended: boolean;
  countries: readonly string[] | null;
  categories: readonly string[] | null;
}

/** The facts about an event that decide whether a partner is credited for its tickets. */
export interface CreditedEvent {
  test: boolean;
  country: string | null;
  category: string | null;
}

/**
 * Whether a company is credited for a ticket of this event, by the current facts; null: it is. Agreements do not
 * restrict the sandbox. Whether the event pays is decided by its rate.
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
