import type { Browser, Page } from 'playwright-core';
import { inviteMember } from '../../src/members/invite-member.js';
import type { Role } from '../../src/members/rules/roles.js';
import { findFaults, newTestPage, startBrowser, TWO_LOOKS } from './browser.js';
import { type BrowserSite, openBrowserSite } from './browser-site.js';
import { codeOf } from './members.js';

const { beginDashboard } = require('../../bin/build-dashboard.cjs');

/** A browser and a stack, for all journeys through the dashboard. */
export interface DashboardSite extends BrowserSite {
  /** A browser session of its own. */
  open(): Promise<DashboardTab>;
  /** The same, of a member who followed their link. */
  signedIn(role?: Role): Promise<DashboardTab>;
}

export interface DashboardTab {
  page: Page;
  email: string;
  /** Goes to a page of the dashboard and waits for its heading. */
  visit(path: string, heading: string | RegExp): Promise<void>;
  /** What axe finds on the page as it is, in two looks; in four, with a picture each, where SCREENSHOTS is set. */
  faults(): Promise<string[]>;
  /** Sets up an authenticator app in the dialog that is open, and remembers it. */
  setUpApp(): Promise<void>;
  /** Types a new code of that app. */
  typeCode(): Promise<void>;
  /** Fails on what the browser complained of: an error on the console, a violation of the policy, a failed request. */
  close(): Promise<void>;
}

let members = 0;

/** Opens both. The dashboard is built first when its sources changed. */
export async function openDashboardSite(env: Record<string, string> = {}): Promise<DashboardSite> {
  if ((await beginDashboard({ ifStale: true })) !== 0) throw new Error('the dashboard could not be built');
  const [browser, site] = await Promise.all([startBrowser(), openBrowserSite(env)]);
  const open = () => openTab(browser, site);
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
      const { url } = await inviteMember(ctx, { companyId, email: tab.email, role });
      await tab.page.goto(url);
      await tab.page.getByRole('button', { name: 'Continue' }).click();
      await tab.page.getByRole('heading', { level: 1, name: 'Example Partner' }).waitFor();
      return tab;
    },
  };
}

async function openTab(browser: Browser, site: BrowserSite): Promise<DashboardTab> {
  const { page, complaints, close } = await newTestPage(browser, site.origin, { refused: /\/dashboard\/api\// });
  const { clock } = site.api.ctx;
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => void violations.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))`);
  let uri = '';
  const typeCode = async () => {
    // A code counts once.
    clock.advance(30_000);
    await page.getByLabel('Digit 1 of 6').click();
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
    faults: () => findFaults(page, process.env.SCREENSHOTS ? undefined : TWO_LOOKS),
    async setUpApp() {
      const secret = await page.getByTestId('secret').innerText();
      uri = `otpauth://totp/x?secret=${secret}`;
      await typeCode();
    },
    async close() {
      expect([...violations, ...complaints()]).toEqual([]);
      await close();
    },
  };
}
