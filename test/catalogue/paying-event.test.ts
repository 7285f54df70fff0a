import { payingEvent } from '../../src/catalogue/sql/event-terms.js';
import { isPaying, rateOf } from '../../src/listings/rules/reward.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const EUR = { priceMinor: 1000, currency: 'EUR' };
const RATES = [
  { rewardKind: null, rewardAmountMinor: null, rewardPercent: null },
  { rewardKind: 'flat', rewardAmountMinor: 250, rewardPercent: null },
  { rewardKind: 'percent', rewardAmountMinor: null, rewardPercent: 10 },
  { rewardKind: 'percent', rewardAmountMinor: null, rewardPercent: 0.05 },
  { rewardKind: 'percent', rewardAmountMinor: null, rewardPercent: 12.3456 },
] as const;
const BUDGETS = [
  [null, 0],
  [null, 900],
  [0, 0],
  ...[1, 2, 99, 100, 101, 122, 123, 124, 249, 250, 251].map((left) => [900 + left, 900]),
  [100, 250],
] as const;
const TICKETS = [
  [],
  [{ priceMinor: 0, currency: 'EUR' }],
  [EUR],
  [{ priceMinor: 0, currency: 'EUR' }, EUR],
  [EUR, { priceMinor: 9000, currency: 'EUR' }],
  [{ priceMinor: 999, currency: 'EUR' }],
  [{ priceMinor: 2500, currency: 'EUR' }],
  [
    { priceMinor: 10, currency: 'USD' },
    { priceMinor: 1005, currency: 'EUR' },
  ],
  [{ priceMinor: 5000, currency: 'JPY' }],
];

const CASES = RATES.flatMap((rate) =>
  [null, 'EUR', 'USD'].flatMap((rewardCurrency) =>
    [null, 'EUR'].flatMap((currency) =>
      BUDGETS.flatMap(([budgetMinor, spentMinor]) =>
        TICKETS.map((tickets) => ({
          terms: { ...rate, rewardCurrency, currency },
          budget: { budgetMinor, spentMinor },
          tickets,
        })),
      ),
    ),
  ),
).map((example, index) => ({ ...example, id: `evt_${String(index).padStart(6, '0')}` }));

async function writeCases(): Promise<void> {
  const { sql } = database;
  await sql`INSERT INTO organizers (id, source, name, created_at) VALUES ('org_a', 'a', 'A', now())`;
  const events = CASES.map(({ id, terms, budget }) => ({
    id,
    reward_kind: terms.rewardKind,
    reward_amount_minor: terms.rewardAmountMinor,
    reward_percent: terms.rewardPercent,
    reward_currency: terms.rewardCurrency,
    currency: terms.currency,
    reward_budget_minor: budget.budgetMinor,
    reward_spent_minor: budget.spentMinor,
  }));
  await sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, date, created_at, reward_kind, reward_amount_minor,
      reward_percent, reward_currency, currency, reward_budget_minor, reward_spent_minor)
    SELECT id, 'org_a', id, 'Concert', 'scheduled', '2027-01-01', now(), reward_kind, reward_amount_minor, reward_percent,
      reward_currency, currency, reward_budget_minor, reward_spent_minor
    FROM jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) AS r(id text, reward_kind text,
      reward_amount_minor bigint, reward_percent numeric, reward_currency text, currency text,
      reward_budget_minor bigint, reward_spent_minor bigint)`;
  const types = CASES.flatMap(({ id, tickets }) =>
    tickets.map((ticket, position) => ({ ...ticket, id: `${id}_${position}`, event_id: id, position })),
  );
  await sql`
    INSERT INTO ticket_types (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity,
      inventory_updated_at)
    SELECT id, event_id, position, id, 'Standing', "priceMinor", "priceMinor", currency, 10, now()
    FROM jsonb_to_recordset(${JSON.stringify(types)}::text::jsonb)
      AS r(id text, event_id text, position int, "priceMinor" bigint, currency text)`;
}

it('is the same in SQL and in TypeScript, for every kind of reward, budget and tickets', async () => {
  await writeCases();
  const rows = await database.sql<{ id: string; paying: boolean }[]>`
    SELECT id, ${payingEvent('events')} AS paying FROM events`;
  const inSql = new Map(rows.map((row) => [row.id, row.paying]));
  const expected = CASES.map((example) => ({
    ...example,
    paying: isPaying(rateOf(example.terms), example.budget, example.tickets),
  }));
  expect(expected.filter((example) => inSql.get(example.id) !== example.paying)).toEqual([]);
  expect(expected.filter((example) => example.paying).length).toBeGreaterThan(400);
  expect(expected.filter((example) => !example.paying).length).toBeGreaterThan(400);
});
