import type { Caller } from '../../src/core/viewer.js';
import { getStatementDocument } from '../../src/settlements/get-statement-document.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import type { Seller } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { describeWithPdfReaders, pdfText } from '../support/read/pdf.js';

let ctx: TestContext;
let partner: Seller;
beforeAll(async () => {
  ctx = await createTestContext({
    now: '2026-10-02T00:00:00Z',
    env: {
      SERVICE_LEGAL_NAME: 'Partner Events Ltd',
      SERVICE_ADDRESS: '1 High Street | London | United Kingdom',
      SERVICE_TAX_ID: 'GB123456789',
    },
  });
  partner = await seedPayee(ctx);
});
afterAll(() => ctx.close());

const setBilling = (name: string) =>
  runCli(ctx, [
    ...['billing', 'set', '--company', partner.companyId, '--legal-name', name],
    ...['--address-line', 'ul. Piotrkowska 1', '--address-line', '90-001 Łódź', '--tax-id', 'PL7250003310'],
  ]);

async function close(month: string, after: string): Promise<string> {
  await seedLine(ctx, partner, 6_000, `${month}-02T00:00:00Z`);
  ctx.clock.set(after);
  await closeMonth(ctx, month);
  return (await statementsOf(ctx, partner.companyId)).at(-1)?.id ?? '';
}

const document = (id: string) =>
  getStatementDocument(ctx, { caller: { companyId: partner.companyId, mode: 'live' } as Caller, id });

test('a legal name that statements cannot print is refused, by its letters', async () => {
  const refused = await setBilling('Tickets ᠮᠣᠩᠭᠣᠯ Ltd');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('legalName: has letters that statements cannot print: ᠮ ᠣ ᠩ ᠭ ᠯ'),
  ]);
});

test('what finance set is kept, shown and audited', async () => {
  expect((await setBilling('Łódź Tickets Sp. z o.o.')).code).toBe(0);
  const shown = await runCli(ctx, ['company', 'show', partner.companyId, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({
    billing: {
      legal_name: 'Łódź Tickets Sp. z o.o.',
      address: ['ul. Piotrkowska 1', '90-001 Łódź'],
      address_parts: null,
      tax_id: 'PL7250003310',
    },
  });
  const [entry] = await ctx.sql`SELECT company_id FROM audit_log WHERE action = 'billing.set'`;
  expect(entry).toEqual({ companyId: partner.companyId });
  const without = [
    'billing',
    'set',
    '--company',
    partner.companyId,
    '--legal-name',
    'x'.repeat(201),
    '--address-line',
    'y',
  ];
  expect((await runCli(ctx, without)).code).not.toBe(0);
});

describeWithPdfReaders('documents of statements', () => {
  let first: string;

  test('name both parties with their data when the statement was written', async () => {
    first = await close('2026-10', '2026-11-01T00:00:00Z');
    // Too late for this one, although its document was not requested yet.
    expect((await setBilling('Another Name Ltd')).code).toBe(0);
    const text = pdfText(await document(first));
    for (const words of [
      ...['Partner Events Ltd', '1 High Street', 'Tax id: GB123456789', 'Łódź Tickets Sp. z o.o.', '90-001 Łódź'],
      ...['ST-00001', '1 Oct 2026 to 31 Oct 2026, both included'],
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Another Name');
  });

  test('never change, and are numbered on', async () => {
    const before = await document(first);
    await ctx.sql`UPDATE companies SET name = 'Renamed' WHERE id = ${partner.companyId}`;
    expect((await document(first)).equals(before)).toBe(true);
    await expect(ctx.sql`UPDATE settlement_documents SET pdf = ''`).rejects.toThrow('append-only');
    await expect(ctx.sql`UPDATE settlements SET number = 9`).rejects.toThrow('keeps its number, parties');
    const second = await close('2026-11', '2026-12-01T00:00:00Z');
    const text = pdfText(await document(second));
    expect(text).toContain('ST-00002');
    expect(text).toContain('Another Name Ltd');
  });

  test('are marked once the statement is void, and the issued one stays', async () => {
    const second = (await statementsOf(ctx, partner.companyId)).at(-1)?.id ?? '';
    await voidStatement(ctx, { settlementId: second, requestedBy: 'test', reason: 'wrong address' });
    const text = pdfText(await document(second));
    expect(text).toContain('Settlement statement (void)');
    const kept = await ctx.sql`SELECT edition FROM settlement_documents WHERE settlement_id = ${second} ORDER BY 1`;
    expect(kept).toEqual([{ edition: 'issued' }, { edition: 'void' }]);
  });
});
