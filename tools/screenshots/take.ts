import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../../test/support/environment.js';
import { startBrowser } from '../../test/support/system/browser.js';
import { type StartJson, start } from '../../test/support/system/started.js';

const PICTURES = join(projectRoot(), 'docs/pictures');

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}

async function takeDashboard(page: Page, { dashboard }: StartJson): Promise<void> {
  await page.goto(dashboard.sign_in_url);
  await page.getByRole('button', { name: 'Continue to the dashboard' }).click();
  await page.waitForURL((url) => !url.pathname.includes('sign-in'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await picture(page, 'dashboard');
}

/** Holds two tickets of a sample event; returns the order's id. */
async function holdTickets({ base_url, keys }: StartJson): Promise<string> {
  const answer = await fetch(`${base_url}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.test}`,
      'idempotency-key': 'screenshot',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      event_id: 'evt_test_berlin_jazz_night',
      ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
      quantity: 2,
      buyer_email: 'ada@example.com',
      buyer_name: 'Ada',
    }),
  });
  const order = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(JSON.stringify(order));
  return order.id;
}

async function takeHold(page: Page, facts: StartJson): Promise<void> {
  const id = await holdTickets(facts);
  const { port } = new URL(facts.temporal_ui ?? '');
  // The browser of the tests finds no other name.
  await page.goto(
    `http://localhost:${port}/namespaces/partner-events/workflows/${encodeURIComponent(`order-hold/${id}`)}`,
  );
  await page.getByText(`end of the hold of ${id}`).first().waitFor();
  await picture(page, 'hold');
}

/** `npm run screenshots`: starts everything on a folder of its own, and takes the README's pictures in Chromium. */
async function main(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const folder = temporaryFolder();
  const run = start(folder.path, { env: { TEMPORAL_UI_PORT: '0' } });
  const browser = await startBrowser();
  try {
    const facts = await run.ready();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await takeDashboard(page, facts);
    await takeHold(page, facts);
  } finally {
    await browser.close();
    run.process.kill('SIGINT');
    await run.ended;
    folder.remove();
  }
}

void main();
