import { adjustCompany } from '../../../src/settlements/adjust-company.js';
import { transferId } from '../../../src/settlements/begin-attempt.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../../src/settlements/rerun-statement.js';
import { lastEndedMonth, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { setVat } from '../../../src/settlements/set-vat.js';
import { addReversal } from '../../../src/settlements/sql/settlement-payments.js';
import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { queuedMails } from '../../support/dashboard/members.js';
import type { Seller } from '../../support/data/build.js';
import { closeMonth, seedLine, statementsOf, writtenStatement } from '../../support/data/settle.js';

const BY = { requestedBy: 'finance', reason: 'A rate was wrong' };
const WHY = 'Goodwill for the late listing';

export function payoutJourneys(get: () => DashboardSite): void {
  let month: string;
  beforeAll(async () => {
    const { ctx, companyId } = get().api;
    await writtenStatement(get().api);
    month = lastEndedMonth(ctx.clock.now());
    // A month before it that was too small, a version more of this one, and yen that were too few.
    const adjustment = { company: companyId, currency: 'EUR', amount: 5, month, requestedBy: 'finance', reason: WHY };
    await adjustCompany(ctx, adjustment);
    await seedLine(ctx, { companyId } as Seller, 40, startOfMonth(month), 'JPY');
    await seedLine(ctx, { companyId } as Seller, 700, startOfMonth(month));
    await closeMonth(ctx, month);
    await rerunStatement(ctx, { month, company: companyId, currency: 'EUR', ...BY }, { key: 'rerun-in-browser' });
  });

  test('finance: statements with their words, lines, versions, corrections and files, by keyboard', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('?mode=live', FIRST_PAGE);
    await page.getByRole('link', { name: 'Statements', exact: true }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Statements' });
    await table.getByText('The next statement lists the same lines again.').waitFor();
    expect(await table.getByRole('row').count()).toBe(4);
    await page.getByRole('heading', { name: 'Terms' }).waitFor();
    expect(await tab.faults()).toEqual([]);

    // Months and days are in UTC, wherever the reader is.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Auckland' });
    const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const name = monthName.format(new Date(month));
    await page.reload();
    await table.getByRole('link', { name: `${name} (version 2)` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /EUR, version 2$/ }).waitFor();
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByText('67.00 EUR').or(lines.getByText('60.00 EUR')).first().waitFor();
    expect(await lines.getByRole('row').count()).toBe(3);
    await page.getByRole('table', { name: 'Versions' }).getByText('Version 2 replaces it.').waitFor();
    const corrections = page.getByRole('table', { name: 'Corrections' });
    await corrections.getByText(BY.reason).waitFor();
    await corrections
      .getByRole('row', { name: new RegExp(WHY) })
      .getByText('the next one')
      .waitFor();
    expect(await tab.faults()).toEqual([]);

    for (const [label, begins] of [
      ['Download XLSX', 'PK'],
      ['Download CSV', '\u00ef\u00bb\u00bfsettlement_id,'],
      ['Download PDF', '%PDF-'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: label }).focus();
      await page.keyboard.press('Enter');
      const file = await (await saved).createReadStream();
      expect(
        Buffer.concat(await file.toArray())
          .toString('latin1')
          .slice(0, begins.length),
      ).toBe(begins);
    }
    await page
      .getByText(`1 ${name.slice(0, 3)} `)
      .first()
      .waitFor();
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await devtools.detach();
    // A line opens its record. The time line of the record links to both versions.
    await lines.getByRole('row', { name: '60.00 EUR' }).getByRole('link', { name: 'Correction' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Correction' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask about this sale' }).count()).toBe(0);
    await page.getByText(`On the ${name} statement, which is void.`).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('link', { name: `On the ${name} statement.` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /EUR, version 2$/ }).waitFor();
    // A phone shows it on the page of the record alone.
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.visit('/earnings?mode=live', 'Earnings');
    await page.getByText(`We corrected an earlier amount: “${WHY}”.`).waitFor();
    await tab.visit('/company', 'Company');
    await page.getByRole('button', { name: 'Edit' }).focus();
    await page.getByText('Only owners can do this.').waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });

  test('a statement shows the lines, VAT and the total to pay, and the overview estimates the next one with VAT', async () => {
    const { ctx, companyId } = get().api;
    const vat = { company: companyId, treatment: 'rate', rate: 19, note: null, selfBilling: true } as const;
    await setVat(ctx, vat);
    await rerunStatement(ctx, { month, company: companyId, currency: 'EUR', ...BY }, { key: 'rerun-with-vat' });
    const written = (await statementsOf(ctx, companyId)).find((one) => one.currency === 'EUR' && one.version === 3);
    if (!written) throw new Error('version 3 was not written');
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit(`/statements/${written.id}?mode=live`, /EUR, version 3$/);
    // Amounts do not break: their blanks are non-breaking.
    const fact = async (name: string) => {
      const value = page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
      return (await value.innerText()).replaceAll('\u00a0', ' ');
    };
    const euro = (minor: number) => `${(minor / 100).toFixed(2)} EUR`;
    const net = written.amount.minor - written.vatMinor;
    expect([await fact('Amount'), await fact('VAT 19%'), await fact('Total to pay')]).toEqual(
      [net, Math.round(net * 0.19), net + Math.round(net * 0.19)].map(euro),
    );
    await page.getByText('We issue this statement as the invoice in your name.').waitFor();
    expect(await tab.faults()).toEqual([]);
    await setVat(ctx, { company: companyId, treatment: 'none', rate: null, note: null, selfBilling: false });
    await tab.close();
  });

  test('finance: a payment is in the list and on its statement, and Back undoes a filter', async () => {
    const { ctx, companyId } = get().api;
    const issued = (await statementsOf(ctx, companyId)).find(({ status }) => status === 'issued');
    if (!issued) throw new Error('no statement is issued');
    const payment = { settlementId: issued.id, paymentReference: 'TRANSFER-77', requestedBy: 'finance', reason: 'due' };
    await payStatement(ctx, payment);
    await addReversal(ctx.sql, transferId(issued.id, issued.attempts + 1), 1_000);
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.visit('?mode=live', FIRST_PAGE);
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    const table = page.getByRole('table', { name: 'Payments' });
    await table.getByText('TRANSFER-77').waitFor();
    await table.getByText(/^Paid by bank transfer\. 10\.00.EUR came back\./).waitFor();
    await table.getByText('partly returned').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
    await page.getByText('No payments match these filters.').waitFor();
    await page.goBack();
    await table.getByText('TRANSFER-77').waitFor();
    await table.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /EUR/ }).waitFor();
    await table.getByText('TRANSFER-77').waitFor();
    const ofMonth = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download All of / }).click();
    expect((await ofMonth).suggestedFilename()).toMatch(/^statements-\d{4}-\d{2}\.zip$/);
    expect(await tab.faults()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.visit('/statements?status=paid&currency=EUR', 'Statements');
    const archive = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download All PDFs and XLSX of \d{4}$/ }).click();
    expect((await archive).suggestedFilename()).toMatch(/^statements-\d{4}\.zip$/);
    const statements = page.getByRole('table', { name: 'Statements' });
    await statements.getByText('TRANSFER-77').waitFor();
    expect(await statements.getByRole('row').count()).toBe(2);
    await tab.close();
  });

  test('an owner sets the billing details and the account, with the second step; a mail and the page say from when it is paid', async () => {
    const { ctx } = get().api;
    const tab = await get().signedIn();
    const { page } = tab;
    await tab.visit('/company?mode=live', 'Company');
    await page.getByText('No bank account yet.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Legal name' }).fill('Łódź Tickets Sp. z o.o.');
    await page.getByRole('textbox', { name: 'Street and number' }).fill('ul. Piotrkowska 1');
    await page.getByRole('textbox', { name: 'Postal code' }).fill('90-001');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must not be empty').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'City' }).fill('Łódź');
    await page.getByRole('combobox', { name: 'Country' }).fill('Pola');
    await page.getByRole('option', { name: 'Poland' }).click();
    await page.getByRole('combobox', { name: 'Tax IDs' }).fill('PL7250003310');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Email statements to' }).fill('accounts@example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be an email address').waitFor();
    await page.getByRole('textbox', { name: 'Email statements to' }).fill('accounts@lodz.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await tab.setUpApp();
    await page.getByText('ul. Piotrkowska 1, 90-001 Łódź, Poland').waitFor();
    await page.getByText('accounts@lodz.example').waitFor();

    await ctx.sql`DELETE FROM mails`;
    await page.getByRole('button', { name: 'Add an account' }).click();
    const holder = page.getByRole('textbox', { name: 'Account holder' });
    expect(await holder.inputValue()).toBe('Łódź Tickets Sp. z o.o.');
    await page.getByRole('textbox', { name: 'IBAN' }).fill('PL61 1090 1014 0000 0712 1981 2875');
    await page.keyboard.press('Enter');
    await page.getByText('There is a typing mistake in this IBAN.').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'IBAN' }).fill('PL61 1090 1014 0000 0712 1981 2874');
    await page.keyboard.press('Enter');
    await page.getByText('ends in 2874').waitFor();
    await page.getByText('This account is new').waitFor();
    expect(await tab.faults()).toEqual([]);
    expect(
      (await queuedMails(ctx)).some(({ to, subject }) => to === tab.email && /account has changed/.test(subject)),
    ).toBe(true);

    await tab.close();
  });

  test('a viewer sees neither statements nor where they are paid', async () => {
    const tab = await get().signedIn('viewer');
    await tab.visit('/statements', 'You don’t have access to statements');
    await tab.visit('/payments', 'You don’t have access to payments');
    await tab.visit('/company', 'You don’t have access to billing and payouts');
    expect(await tab.page.getByRole('navigation').getByRole('link', { name: 'Statements' }).count()).toBe(0);
    await tab.close();
  });
}
