import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { formatTicketCode } from '../../src/tickets/rules/ticket-code.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { openShop } from '../support/data/build.js';
import { buyTickets, ticketsOf } from '../support/data/tickets.js';
import { HAS_POPPLER, pdfPages } from '../support/read/read-pdf.js';
import { describeInBrowser, startBrowser } from '../support/system/browser.js';

describeInBrowser('the print view', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  (HAS_POPPLER ? test : test.skip)(
    'an order prints each ticket with its code on one page, and nothing to press',
    async () => {
      const shop = await openShop(api.ctx, { capacity: 100 });
      const id = await buyTickets(api.ctx, shop, { quantity: 5 });
      const { pathname } = new URL((await orderPageUrl(api.ctx, id)) ?? '');
      const { body } = await api.app.inject({ url: pathname, headers: { accept: 'text/html' } });
      const browser = await startBrowser();
      const page = await browser.newPage();
      await page.setContent(body);
      const pages = await pdfPages(await page.pdf());
      await browser.close();
      for (const { code, position } of await ticketsOf(api.ctx, id)) {
        const found = pages.filter((text) => text.includes(formatTicketCode(code)));
        expect(found).toHaveLength(1);
        expect(found[0]).toContain(`Ticket ${position} of 5`);
      }
      expect(pages.join('')).not.toMatch(/Send the tickets again|Download as PDF/);
    },
  );
});
