import { createCompany } from '../../src/companies/create-company.js';
import { getCompany, listCompanies } from '../../src/companies/get-company.js';
import { setAgreement } from '../../src/companies/set-agreement.js';
import { resumeCompany, suspendCompany } from '../../src/companies/suspend-company.js';
import { createTestContext, type TestContext } from '../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('a new company may show everything; it is found by id and by name', async () => {
  const { id } = await createCompany(ctx, { name: '  Round Tickets ', currency: 'usd' });
  const expected = {
    id,
    name: 'Round Tickets',
    currency: 'USD',
    status: 'active',
    agreement: { countries: null, categories: null, payingOnly: false },
  };
  expect(await getCompany(ctx, id)).toMatchObject(expected);
  expect(await getCompany(ctx, 'Round Tickets')).toMatchObject(expected);
  expect((await listCompanies(ctx)).map((company) => company.id)).toContain(id);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'Coins', currency: 'EURO' }, 'currency'],
  [{ name: 'Places', agreement: { countries: ['DEU'] } }, 'countries'],
  [{ name: 'No place', agreement: { countries: ['DE', 'XX'] } }, 'countries'],
  [{ name: 'Alias', agreement: { countries: ['UK'] } }, 'countries'],
  [{ name: 'Nowhere', agreement: { countries: [] } }, 'countries'],
  [{ name: 'Nothing', agreement: { categories: [''] } }, 'categories'],
  [{ name: 'No word', agreement: { categories: ['music', '&'] } }, 'categories'],
])('refused: %j', async (input, field) => {
  await expect(createCompany(ctx, input)).rejects.toMatchObject({ errors: [{ field }] });
});

test('a name is taken once, also by two at the same time', async () => {
  const both = await Promise.allSettled([1, 2].map(() => createCompany(ctx, { name: 'Twins' })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an agreement is kept tidied, and replaced as a whole', async () => {
  const { id } = await createCompany(ctx, { name: 'Narrow' });
  const first = await setAgreement(ctx, {
    company: 'Narrow',
    agreement: { countries: ['fr', 'DE', 'de'], categories: [' Music ', 'Rock & Pop', 'music'], payingOnly: true },
  });
  expect(first.agreement).toEqual({ countries: ['DE', 'FR'], categories: ['music', 'rock-pop'], payingOnly: true });
  await setAgreement(ctx, { company: id, agreement: { countries: null, categories: null, payingOnly: false } });
  expect((await getCompany(ctx, id)).agreement).toEqual({ countries: null, categories: null, payingOnly: false });
});

test('suspended and resumed', async () => {
  const { id } = await createCompany(ctx, { name: 'Paused' });
  await suspendCompany(ctx, 'Paused');
  expect(await getCompany(ctx, id)).toMatchObject({ status: 'suspended' });
  await resumeCompany(ctx, id);
  expect(await getCompany(ctx, id)).toMatchObject({ status: 'active' });
  await expect(suspendCompany(ctx, 'nobody')).rejects.toMatchObject({ errors: [{ field: 'company' }] });
});
