// Over twenty seconds: every flow of the product is walked once, with its workers.
import { eraseBuyer } from '../../../src/orders/buyers.js';
import { createLogger } from '../../../src/platform/logs/logger.js';
import { createTemporalClient, type TemporalClient } from '../../../src/platform/temporal/client.js';
import { openTickets } from '../../../src/tickets/open-tickets.js';
import { orderPageUrl } from '../../../src/tickets/order-page-link.js';
import { formatTicketCode } from '../../../src/tickets/rules/ticket-code.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { setUp, temporaryFolder } from '../../support/environment.js';
import { type MailServer, mailSettings, startMailServer } from '../../support/outside/mail-server.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';
import { bodies, credentials, oauth } from '../../support/sentinel/attacks.js';
import { brokenDatabase, deliveries, theRest } from '../../support/sentinel/breakage.js';
import { ordersThatFail, ordersThatGoWell, pages } from '../../support/sentinel/flows.js';
import { Markers } from '../../support/sentinel/markers.js';
import { databasePlaces, filePlaces, type Place, temporalPlaces } from '../../support/sentinel/places.js';
import { type Site, startSite } from '../../support/sentinel/site.js';
import { answerByPath, prepareStage, type Stage } from '../../support/sentinel/stage.js';
import { build } from '../../support/system/started.js';
import { waitFor } from '../../support/wait-for.js';

/** Where a marked value may be met, and why. Everything else is a leak. */
const ALLOWED: [place: RegExp, labels: string[], reason: string][] = [
  [/^database orders\.buyer_email$/, ['buyer email'], 'the one column that keeps it, until it is erased'],
  [/^database orders\.buyer_name$/, ['buyer name'], 'the one column that keeps it, until it is erased'],
  [/^database orders\.checkout_token$/, ['checkout token'], 'what the payment page is found by'],
  [/^database delivery_endpoints\.url$/, ['token in an address'], 'where the partner wants to be called'],
  [/^database deliveries\.content$/, ['token in an address'], 'a postback’s address, the same in every attempt'],
  [/^database delivery_attempts\.answer$/, ['answer of a receiver'], 'shown to operators, cut at 8 KiB'],
  [/^request to the receiver$/, ['token in an address'], 'the partner’s own address'],
  [
    /^answer (order with its checkout_url|order, paid|redirect to the checkout page)$/,
    ['checkout token'],
    'contract: checkout_url',
  ],
  [/^answer checkout page$/, ['checkout token'], 'the forms of the page itself'],
  [/^answer token$/, ['access token'], 'contract: POST /oauth/token'],
  [/^answer cookie of the sandbox$/, ['sandbox session'], 'set for the browser that showed the key'],
  [/^answer buy page, filled in again$/, ['buyer email', 'buyer name'], 'the visitor’s own form, to be corrected'],
  [/^mail$/, ['buyer email', 'order page'], 'to the buyer; the name is in the PDF, compressed'],
  [/^answer order page$/, ['ticket code', 'order page'], 'the buyer’s own page, and the form on it'],
  [/^log api$/, ['text in a path'], 'which path was refused, for support; without its query'],
];

const WORKFLOWS = ['orderHold', 'refund', 'ticketMails', 'endpointDeliveries', 'bulkFile', 'settlementClose'];

let ctx: TestContext;
let site: Site;
let receiver: Receiver;
let mailServer: MailServer;
let temporal: TemporalClient;
let stage: Stage;
let places: Place[];
const markers = new Markers();
const folder = temporaryFolder();
let ownLog = '';

beforeAll(async () => {
  await build();
  mailServer = await startMailServer();
  // Only a mail that is not taken at once has a workflow; the refusals name who it was for.
  mailServer.refuse(451);
  ctx = await createTestContext({
    now: new Date().toISOString(),
    env: { ALLOW_PRIVATE_DELIVERY: '1', DATA_DIR: folder.path, ...mailSettings(mailServer) },
    replace: {
      log: createLogger({ level: 'trace', name: 'test', destination: { write: (line) => (ownLog += line) } }),
    },
  });
  receiver = await startReceiver({ answer: answerByPath(markers) });
  temporal = createTemporalClient(ctx.config);
  site = await startSite(ctx);
  stage = await prepareStage({ ctx, site, temporal, markers, receiver });
  markers.add('encryption key', ctx.config.encryptionKey?.toString('base64') ?? '');
  markers.add('database password', new URL(ctx.databaseUrl).password);
});

afterAll(async () => {
  await site?.stop();
  await temporal?.close();
  await receiver?.close();
  await mailServer?.close();
  await ctx?.close();
  folder.remove();
});

test('every flow is walked, the failing ones too', async () => {
  await ordersThatGoWell(stage);
  await ordersThatFail(stage);
  await pages(stage);
  await credentials(stage);
  await oauth(stage);
  await bodies(stage);
  await deliveries(stage);
  await brokenDatabase(stage);
  await theRest(stage);
  await orderPages();
  // Queries are answered by a worker; the list of workflows lags behind.
  const workflows = await waitFor(async () => {
    const found = await temporalPlaces(temporal);
    return WORKFLOWS.every((type) => found.some(({ name }) => name === `temporal history ${type}`)) && found;
  });
  await waitFor(() => mails().some(({ text }) => markers.in(text).includes('order page')));
  await site.stop();
  places = [
    ...site.places(),
    { name: 'log of the services', text: ownLog },
    ...(await databasePlaces(ctx.sql)),
    ...workflows,
    ...filePlaces(folder.path, 'data folder'),
    ...filePlaces(`${setUp('TEST_FOLDER')}/postgres/postgres.log`, 'log postgres'),
    ...filePlaces(`${setUp('TEST_FOLDER')}/temporal.log`, 'log temporal'),
    ...receiver.received.map(({ method, path, headers }) => ({
      name: 'request to the receiver',
      text: `${method} ${path}\n${JSON.stringify(headers)}`,
    })),
    ...mails(),
    ...receiver.received.map(({ body }) => ({ name: 'webhook body', text: body.toString() })),
  ];
});

function mails(): Place[] {
  return mailServer.received.map(({ to, raw }) => ({
    name: 'mail',
    text: `${to.join()}\n${raw.replace(/=\r?\n/g, '')}`,
  }));
}

/** The buyers' own pages, whose links and codes are secrets. */
async function orderPages(): Promise<void> {
  const orders = await ctx.sql<{ id: string }[]>`SELECT DISTINCT order_id AS id FROM tickets WHERE state = 'valid'`;
  for (const { id } of orders) {
    const url = new URL((await orderPageUrl(ctx, id)) ?? '');
    markers.add('order page', url.pathname.split('/').at(-1) ?? '');
    for (const { code } of await openTickets(ctx, ctx.sql, id)) markers.add('ticket code', formatTicketCode(code));
    await site.call('order page', url.pathname);
  }
  expect(orders.length).toBeGreaterThan(0);
}

test('nothing marked stands where it may not', () => {
  const leaks = places.flatMap(({ name, text }) =>
    markers
      .in(text)
      .filter((label) => !ALLOWED.some(([place, labels]) => place.test(name) && labels.includes(label)))
      .map((label) => `${label} in ${name}`),
  );
  expect([...new Set(leaks)].sort()).toEqual([]);
});

test('every exception occurs: the search finds existing values', () => {
  for (const [place, labels] of ALLOWED) {
    const found = places.filter(({ name }) => place.test(name)).flatMap(({ text }) => markers.in(text));
    expect({ place, found: labels.filter((label) => found.includes(label)) }).toEqual({ place, found: labels });
  }
});

test('each kind of place was searched', () => {
  const kinds = ['log api', 'log worker', 'log postgres', 'log temporal', 'data folder', 'webhook body', 'answer feed'];
  const names = new Set(places.filter(({ text }) => text.trim() !== '').map(({ name }) => name));
  for (const kind of [...kinds, 'temporal schedules']) expect(names).toContain(kind);
  for (const type of WORKFLOWS) expect(names).toContain(`temporal history ${type}`);
  expect([...names].filter((name) => name.startsWith('database ')).length).toBeGreaterThan(150);
});

test('once a buyer is erased, nothing of them is left', async () => {
  for (const { label, text } of markers.all)
    if (label === 'buyer email') await eraseBuyer(ctx, { email: text }).catch(() => {});
  const left = (await databasePlaces(ctx.sql)).filter(({ text }) => /buyer (email|name)/.test(markers.in(text).join()));
  expect(left.map(({ name }) => name)).toEqual([]);
});
