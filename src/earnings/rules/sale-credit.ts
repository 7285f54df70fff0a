import { covers } from '../../core/coverage.js';

/** Why a company is not credited for a sale, whatever the event pays. */
export type Uncredited = 'company_suspended' | 'outside_agreement';

export interface CreditedCompany {
  suspended: boolean;
  countries: readonly string[] | null;
  categories: readonly string[] | null;
}

export interface CreditedEvent {
  test: boolean;
  country: string | null;
  category: string | null;
}

/** Why a company gets no credit by the current facts; null: it does. Agreements do not restrict the sandbox. */
export function uncredited(company: CreditedCompany, event: CreditedEvent): Uncredited | null {
  if (company.suspended) return 'company_suspended';
  const { countries, categories } = company;
  const covered = covers(
    { countries, categories, payingOnly: false },
    { country: event.country, category: event.category, paying: true },
  );
  return event.test || covered ? null : 'outside_agreement';
}
