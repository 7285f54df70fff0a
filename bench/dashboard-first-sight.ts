import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { addWebhook } from '../src/endpoints/add-endpoint.js';
import { inviteMember } from '../src/members/members.js';
import { openSession } from '../src/members/sign-in.js';
import { type Device, type FirstSight, seeFirst } from './support/first-sight.js';
import { type OrderShop, openOrderShop } from './support/order-shop.js';
import { median, report } from './support/report.js';

/** Debian's, or the one that CHROMIUM names. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const ROUNDS = Number(process.argv[2] ?? 7);
/** Lighthouse's "slow 4G", and a processor four times slower than this one. */
const DEVICE: Device = { latencyMs: 150, down: 1_600_000, up: 750_000, slowdown: 4 };
const GOAL_SECONDS = 2.5;
const COMMAND = `npm run build && node dist/bench/dashboard-first-sight.js ${ROUNDS}`;

type Sights = readonly FirstSight[];

function tellSeconds(name: string, milliseconds: readonly number[]): void {
  const seconds = milliseconds.map((value) => value / 1_000);
  const spread = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
  report(`${name}, seconds`, median(seconds), { atMost: GOAL_SECONDS }, spread);
}

function tell(page: string, sights: Sights): void {
  const most = (value: (sight: FirstSight) => number) => Math.max(...sights.map(value));
  tellSeconds(
    `${page}: first content`,
    sights.map(({ firstContent }) => firstContent),
  );
  tellSeconds(
    `${page}: heading`,
    sights.map(({ heading }) => heading),
  );
  tellSeconds(
    `${page}: largest content`,
    sights.map(({ largest }) => largest),
  );
  report(
    `${page}: layout shift`,
    most(({ shift }) => shift),
    { atMost: 0.1 },
  );
  report(
    `${page}: requests`,
    most(({ requests }) => requests),
    { atMost: 20 },
  );
  report(`${page}: kilobytes`, most(({ bytes }) => bytes) / 1_000, { atMost: 200 });
}

/** The session of an owner whose company has a key and a webhook. */
async function signIn({ ctx, companyId, keyId }: OrderShop): Promise<string> {
  await addWebhook(ctx, { key: keyId, url: 'https://hooks.example/' });
  const { url } = await inviteMember(ctx, { companyId, email: 'owner@bench.example', role: 'owner' });
  const opened = await openSession(ctx, { token: url.split('#')[1] ?? '', ip: '192.0.2.1', agent: 'Bench' });
  if (!opened) throw new Error('the link was not taken');
  return opened.token;
}

async function run(browser: Browser, shop: OrderShop): Promise<void> {
  const cookies = [{ name: 'partner_events_session', value: await signIn(shop) }];
  const pages = [
    { name: 'sign-in', url: `${shop.origin}/dashboard/sign-in`, sights: [] as FirstSight[] },
    { name: 'overview', url: `${shop.origin}/dashboard?mode=live`, cookies, sights: [] as FirstSight[] },
  ];
  // Once for the service and the browser to wake up, and then in turns.
  for (const { url } of pages) await seeFirst(browser, { url, device: DEVICE });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { sights, ...page } of pages) sights.push(await seeFirst(browser, { ...page, device: DEVICE }));
  }
  for (const { name, sights } of pages) tell(name, sights);
  console.log(`again: ${COMMAND}`);
}

/** What a partner waits for who opens the dashboard for the first time: the sign-in page, and the overview once signed in. */
export async function benchFirstSight(): Promise<void> {
  if (!existsSync(CHROMIUM)) {
    console.log(
      `NOT MEASURED: ${CHROMIUM} is missing (Debian: chromium-headless-shell), or name a Chromium in CHROMIUM`,
    );
    return;
  }
  const shop = await openOrderShop(4);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await run(browser, shop);
  } finally {
    await browser.close();
    await shop.close();
  }
}

if (require.main === module) {
  benchFirstSight().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
