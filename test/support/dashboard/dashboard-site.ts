import type { Page } from 'playwright-core';
import { inviteMember } from '../../../src/members/members.js';
import type { Role } from '../../../src/members/rules/roles.js';
import { buildDashboard } from '../build-packages.js';
import { findFaults, newTestPage, startBrowser, type TestPage, TWO_LOOKS } from '../system/browser.js';
import { type BrowserSite, openBrowserSite } from '../system/browser-site.js';
import { SESSION_COOKIE } from './dashboard.js';
import { codeOf, signIn } from './members.js';

/** A browser and a stack, for all journeys through the dashboard. */
export interface DashboardSite extends BrowserSite {
  /**
   * A browser session of its own, once the one before is closed: all have the same page, whose process has the dashboard
   * and axe compiled.
   */
  open(): Promise<DashboardTab>;
  /** The same, of a new member who is signed in and has opened nothing yet. */
  signedIn(role?: Role): Promise<DashboardTab>;
  /** The same, of a new owner who followed the link of their invitation and looks at the first page. */
  invited(): Promise<DashboardTab>;
}

interface DashboardTab {
  page: Page;
  email: string;
  /** Goes to a page of the dashboard and waits for its heading. */
  visit(path: string, heading: string | RegExp): Promise<void>;
  /** axe's findings on the current page, in two looks; in four, with a picture each, where SCREENSHOTS is set. */
  faults(): Promise<string[]>;
  /** Sets up an authenticator app in the dialog that is open, and remembers it. */
  setUpApp(): Promise<void>;
  /** Types a new code of that app. */
  typeCode(): Promise<void>;
  /**
   * Fails on complaints of the browser: an error on the console, a violation of the policy, a failed request.
   *
   * @param options.offline it had no network for a while, and reported each request.
   */
  close(options?: { offline?: boolean }): Promise<void>;
}

/** The heading of the page at `/dashboard`: the company's name. */
export const FIRST_PAGE = 'Example Partner';

let members = 0;

/** Opens both. The dashboard is built first when its sources changed. */
export async function openDashboardSite(env: Record<string, string> = {}): Promise<DashboardSite> {
  await buildDashboard();
  const [browser, site] = await Promise.all([startBrowser(), openBrowserSite(env)]);
  const testPage = await newTestPage(browser, site.origin, { refused: /\/dashboard\/api\// });
  const violations = await noteViolations(testPage.page);
  const open = () => openTab(testPage, site, violations);
  const close = async () => {
    await browser.close();
    await site.close();
  };
  return {
    ...site,
    open,
    close,
    async signedIn(role = 'owner') {
      const tab = await open();
      members += 1;
      tab.email = `${role}${members}@example.com`;
      const { companyId, ctx } = site.api;
      // Each from an address of its own: sign-ins from one address are limited.
      const { token } = await signIn(ctx, { companyId, email: tab.email, role, ip: `192.0.2.${members}` });
      await tab.page.context().addCookies([{ name: SESSION_COOKIE, value: token, url: site.origin }]);
      return tab;
    },
    async invited() {
      const tab = await open();
      members += 1;
      tab.email = `invited${members}@example.com`;
      const { companyId, ctx } = site.api;
      const { url } = await inviteMember(ctx, { companyId, email: tab.email, role: 'owner' });
      await tab.page.goto(url);
      await tab.page.getByRole('button', { name: 'Continue' }).click();
      await tab.page.getByRole('heading', { level: 1, name: FIRST_PAGE }).waitFor();
      return tab;
    },
  };
}

/** Violations of the Content-Security-Policy from now on. */
async function noteViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => void violations.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))`);
  return violations;
}

async function openTab(testPage: TestPage, site: BrowserSite, violations: string[]): Promise<DashboardTab> {
  const { page, complaints, renew } = testPage;
  const { clock } = site.api.ctx;
  // Complaints of the previous page were checked when it closed; if it failed before that, they are not this page's.
  await renew();
  violations.splice(0);
  complaints();
  let uri = '';
  const typeCode = async () => {
    // A code counts once.
    clock.advance(30_000);
    // It has the focus wherever a code is asked for.
    await page.locator('[aria-label="Digit 1 of 6"]:focus').waitFor();
    await page.keyboard.type(codeOf(uri, clock.now()));
  };
  return {
    page,
    email: '',
    typeCode,
    async visit(path, heading) {
      await page.goto(`/dashboard${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    async faults() {
      const faults = await findFaults(page, process.env.SCREENSHOTS ? undefined : TWO_LOOKS);
      // A phone folds filters.
      await page.setViewportSize({ width: 1280, height: 720 });
      return faults;
    },
    async setUpApp() {
      const secret = await page.getByTestId('secret').innerText();
      uri = `otpauth://totp/x?secret=${secret}`;
      await typeCode();
    },
    async close({ offline = false } = {}) {
      const faults = [...violations.splice(0), ...complaints()];
      expect(faults.filter((message) => !(offline && message.includes('net::ERR_INTERNET_DISCONNECTED')))).toEqual([]);
    },
  };
}
