import { uncredited } from '../../../src/earnings/rules/sale-credit.js';

const company = { suspended: false, countries: null, categories: null };
const event = { test: false, country: 'PT', category: 'music' };

it.each([
  ['a company without limits', {}, {}, null],
  ['one that is suspended', { suspended: true }, {}, 'company_suspended'],
  ['one that is suspended, on a sample', { suspended: true }, { test: true }, 'company_suspended'],
  ['an agreement on the event’s country and category', { countries: ['PT'], categories: ['music'] }, {}, null],
  ['on another country', { countries: ['ES'] }, {}, 'outside_agreement'],
  ['on another category', { countries: ['PT'], categories: ['sports'] }, {}, 'outside_agreement'],
  ['on a country, where the event names none', { countries: ['PT'] }, { country: null }, 'outside_agreement'],
  ['on no country at all', { countries: [] }, {}, 'outside_agreement'],
  ['on another country, on a sample', { countries: ['ES'] }, { test: true }, null],
])('%s', (_what, companyChange, eventChange, expected) => {
  expect(uncredited({ ...company, ...companyChange }, { ...event, ...eventChange })).toBe(expected);
});
