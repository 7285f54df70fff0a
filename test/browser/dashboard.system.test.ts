// Over twenty seconds: every page of the dashboard is checked, on one page of the browser and one stack for all
// journeys.

import { type DashboardSite, openDashboardSite } from '../support/dashboard/dashboard-site.js';
import { describeInBrowser } from '../support/system/browser.js';
import { dataJourneys } from './dashboard/data.js';
import { deliveryJourneys } from './dashboard/deliveries.js';
import { everyPageJourneys } from './dashboard/every-page.js';
import { firstSightJourneys } from './dashboard/first-sight.js';
import { funnelJourneys } from './dashboard/funnel.js';
import { interruptionJourneys } from './dashboard/interruptions.js';
import { keyJourneys } from './dashboard/keys.js';
import { memberJourneys } from './dashboard/members.js';
import { moneyJourneys } from './dashboard/money.js';
import { noticeJourneys } from './dashboard/notices.js';
import { payoutJourneys } from './dashboard/payouts.js';
import { requestJourneys } from './dashboard/requests.js';
import { sandboxJourneys } from './dashboard/sandbox.js';
import { signInJourneys } from './dashboard/sign-in.js';

describeInBrowser('the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await openDashboardSite({ ALLOW_PRIVATE_DELIVERY: '1' });
  });
  afterAll(() => site?.close());

  const get = () => site;
  describe('signing in', () => signInJourneys(get));
  describe('first sight', () => firstSightJourneys(get));
  describe('members', () => memberJourneys(get));
  describe('keys', () => keyJourneys(get));
  describe('deliveries', () => deliveryJourneys(get));
  describe('bulk and use', () => dataJourneys(get));
  describe('requests', () => requestJourneys(get));
  describe('sandbox', () => sandboxJourneys(get));
  describe('money', () => moneyJourneys(get));
  describe('payouts', () => payoutJourneys(get));
  describe('funnel', () => funnelJourneys(get));
  describe('interruptions', () => interruptionJourneys(get));
  describe('every page', () => everyPageJourneys(get));
  describe('notices', () => noticeJourneys(get));
});
