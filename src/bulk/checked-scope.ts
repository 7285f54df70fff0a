import { checkedAgreement } from '../companies/checked-agreement.js';
import { invalidField } from '../core/problems.js';
import { type BulkScope, MAX_DAYS_AHEAD } from './rules/bulk.js';

/** Null parts filter nothing. @throws {ProblemError} `invalid_request` for a malformed list or number of days. */
export function checkedScope(input: Partial<BulkScope>): BulkScope {
  const { countries = null, categories = null, payingOnly = false, daysAhead = null } = input;
  if (daysAhead !== null && !(Number.isInteger(daysAhead) && daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
    throw invalidField('days_ahead', `must be a whole number from 1 to ${MAX_DAYS_AHEAD}`);
  }
  return { ...checkedAgreement({ countries, categories, payingOnly }), daysAhead };
}
