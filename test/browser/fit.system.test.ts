// Over twenty seconds: every page is looked at in four widths, and loaded anew in two.

import { type DashboardSite, openDashboardSite } from '../support/dashboard/dashboard-site.js';
import { describeInBrowser } from '../support/system/browser.js';
import { fitJourneys } from './dashboard/fit.js';

describeInBrowser('the dashboard with much in it', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await openDashboardSite({ ALLOW_PRIVATE_DELIVERY: '1' });
  });
  afterAll(() => site?.close());

  fitJourneys(() => site);
});
