import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '../../../src/access/create-key.js';
import { describeKey, endPreviousKey, rollKey } from '../../../src/access/keys.js';
import { createClient } from '../../../src/access/oauth-clients.js';
import { addSubscription, removeSubscription } from '../../../src/bulk/subscriptions.js';
import { generateEvents } from '../../../src/catalogue/generate-events.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { updateEvent } from '../../../src/catalogue/update-event.js';
import { shareEvent, withdrawEvent } from '../../../src/catalogue/withdraw-event.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { listActions } from '../../../src/companies/list-actions.js';
import { setAgreement } from '../../../src/companies/set-agreement.js';
import { resumeCompany, suspendCompany } from '../../../src/companies/suspend-company.js';
import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { chooseTypes, setHeader } from '../../../src/deliveries/endpoints/configure-endpoint.js';
import { revealSecret, rotateSecret } from '../../../src/deliveries/endpoints/secrets.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../../src/deliveries/endpoints/switch-endpoint.js';
import { replayDeliveries, replayDelivery } from '../../../src/deliveries/replay.js';
import { retryNow } from '../../../src/deliveries/retry-now.js';
import { stopDelivery } from '../../../src/deliveries/stop-delivery.js';
import { reverseSale } from '../../../src/earnings/reverse-sale.js';
import { eraseBuyer, findOrdersOfBuyer } from '../../../src/orders/buyers.js';
import { pauseEventRefunds, resumeEventRefunds } from '../../../src/orders/event-refunds.js';
import { refundJob } from '../../../src/orders/jobs.js';
import { refundSale } from '../../../src/orders/refunds.js';
import { dismissSetAside } from '../../../src/payments/set-aside.js';
import { insertSetAside } from '../../../src/payments/sql.js';
import { AUDIT_ACTIONS } from '../../../src/platform/audit/audit.js';
import { retryJob } from '../../../src/platform/jobs/retry-job.js';
import { resealSecrets } from '../../../src/platform/secrets/reseal-secrets.js';
import { createTemporalClient, type TemporalClient } from '../../../src/platform/temporal/client.js';
import { promoteWorkers } from '../../../src/platform/temporal/worker-versions.js';
import { advanceClock } from '../../../src/sandbox/advance-clock.js';
import {
  listTestSales,
  makeTestSale,
  refundTestSale,
  resetSandbox,
  stepSandbox,
} from '../../../src/sandbox/test-sales.js';
import { adjustCompany } from '../../../src/settlements/adjust-company.js';
import { approveDecision, proposeDecision, rejectDecision } from '../../../src/settlements/decide.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../../src/settlements/rerun-statement.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { voidStatement } from '../../../src/settlements/void-statement.js';
import { dutchStatement } from '../../settlements/bank/statements.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import {
  pinCertificate,
  revokeClient,
  revokeKey,
  rotateClientSecret,
  setAllowedAddresses,
  unpinCertificate,
} from '../../support/dashboard/as-operator.js';
import { addEvent, addPaidOrder, addSale, addTicketedEvent } from '../../support/data/build.js';
import { importAll } from '../../support/data/catalogue.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';
import { touchEvents, writeDeliveries } from '../../support/temporal/fan-out.js';
import { memberActions } from './member-actions.js';
import { ticketActions } from './ticket-actions.js';

const CERTIFICATE = readFileSync(join(__dirname, '../../support/certificates/hooks.test.pem'));

let ctx: TestContext;
let temporal: TemporalClient;
let companyId: string;
let keyId: string;

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  temporal = createTemporalClient(ctx.config);
  companyId = (await createCompany(ctx, { name: 'Audited Ltd' })).id;
  keyId = (await createKey(ctx, { companyId, kind: 'server' })).id;
});
afterAll(async () => {
  await temporal?.close();
  await ctx?.close();
});

/** The work's additions to the log: `action object company`, oldest first. */
async function logged(work: () => Promise<unknown>): Promise<string[]> {
  const [{ last } = { last: 0 }] = await ctx.sql<
    { last: number }[]
  >`SELECT coalesce(max(id), 0) AS last FROM audit_log`;
  await work();
  const rows = await ctx.sql<{ line: string }[]>`
    SELECT action || ' ' || object_id || coalesce(' ' || company_id, '') AS line FROM audit_log WHERE id > ${last} ORDER BY id`;
  return rows.map(({ line }) => line);
}

const checkedActions: string[] = [];
/** Expects one row for each action, about this object and company. */
async function expectRows(actions: string[], object: string, company: string | null, work: () => Promise<unknown>) {
  const suffix = company === null ? '' : ` ${company}`;
  expect(await logged(work)).toEqual(actions.map((action) => `${action} ${object}${suffix}`));
  checkedActions.push(...actions);
}

test('versions of workers', async () => {
  const summary = { deploymentVersion: { buildId: 'v2' } };
  const routingConfig = { currentDeploymentVersion: { buildId: 'v2' } };
  const answer = { workerDeploymentInfo: { routingConfig, versionSummaries: [summary] } };
  const server: TemporalClient = { ...temporal, call: async <T>() => answer as T };
  await expectRows(['worker.promote'], 'v2', null, () => promoteWorkers(ctx, server, 'v2'));
});

test('jobs', async () => {
  await expectRows(['job.retry'], 'refund', null, () => retryJob(ctx, temporal, refundJob, null));
});

test('messages of the payment processor and decisions about payments', async () => {
  const at = ctx.clock.now();
  const message = { id: 'evt_odd', type: 'transfer.updated', mode: 'live' as const, account: null, objectId: null };
  await insertSetAside(ctx.sql, { ...message, fault: 'transfer.metadata', createdAt: at, receivedAt: at });
  await expectRows(['processor_event.dismiss'], 'evt_odd', null, () =>
    dismissSetAside(ctx, { event: 'evt_odd', reason: 'not ours' }),
  );
  const approving = { ...ctx, config: { ...ctx.config, paymentApprovers: ['ben'] } };
  const apply = async () => ({ companyId, effects: ['Nothing changes.'] });
  const by = { requestedBy: 'ada', reason: 'audited' };
  const propose = (object: string) =>
    proposeDecision(approving, { kind: 'settle', object, input: {} }, apply, by).then(({ id }) => String(id));
  const rows = await logged(async () => {
    await approveDecision(approving, { id: await propose('stm_a'), approvedBy: 'ben' }, apply);
    await rejectDecision(approving, { id: await propose('stm_b'), requestedBy: 'ada' });
  });
  const actions = rows.map((row) => row.split(' ')[0]);
  expect(actions).toEqual(['settlement.propose', 'settlement.approve', 'settlement.propose', 'settlement.reject']);
  checkedActions.push(...(actions as string[]));
});

test('imports of bank files', async () => {
  const file = dutchStatement([]);
  const rows = await logged(() => importBankStatement(ctx, { file, requestedBy: 'ada', reason: 'audited' }));
  expect(rows).toEqual([expect.stringMatching(/^settlement\.import_bank \d+$/)]);
  checkedActions.push('settlement.import_bank');
});

test('companies, agreements, terms', async () => {
  const [row] = await logged(async () => createCompany(ctx, { name: 'Another' }));
  expect(row).toMatch(/^company\.create (cmp_\w+) \1$/);
  checkedActions.push('company.create');
  await expectRows(
    ['company.suspend', 'company.resume', 'agreement.set', 'terms.set'],
    companyId,
    companyId,
    async () => {
      await suspendCompany(ctx, 'Audited Ltd');
      await resumeCompany(ctx, companyId);
      await setAgreement(ctx, {
        company: companyId,
        agreement: { countries: ['DE'], categories: null, payingOnly: false },
      });
      await setTerms(ctx, { company: companyId, method: 'bank_transfer', netDays: 5, minimum: 10, reference: 'PO-1' });
    },
  );
  const [newest] = await listActions(ctx, { company: companyId, limit: 1 });
  expect(newest).toMatchObject({
    at: ctx.clock.now(),
    actor: 'test',
    action: 'terms.set',
    details: { method: 'bank_transfer', netDays: 5, minimumMinor: 1000, reference: 'PO-1' },
  });
});

test('keys, certificates, addresses, OAuth clients: never the key or the secret', async () => {
  const made = await createKey(ctx, { companyId, kind: 'test', name: 'of ann@example.org' });
  const described = ['key.describe', 'key.roll', 'key.end_previous'];
  const guards = ['key.pin_certificate', 'key.unpin_certificate', 'key.allow_addresses', ...described, 'key.revoke'];
  let rolled = '';
  const client = { id: 'oac_audited', secret: `tt_cs_${'s'.repeat(40)}` };
  await expectRows(['oauth.create', 'oauth.rotate', 'oauth.revoke'], client.id, companyId, async () => {
    await createClient(ctx, { companyId, keyId: made.id, given: client });
    await rotateClientSecret(ctx, { clientId: client.id, atOnce: true });
    await revokeClient(ctx, client.id);
  });
  await expectRows(guards, made.id, companyId, async () => {
    const { fingerprint } = await pinCertificate(ctx, { keyId: made.id, file: CERTIFICATE });
    await pinCertificate(ctx, { keyId: made.id, file: CERTIFICATE });
    await unpinCertificate(ctx, { keyId: made.id, fingerprint });
    await setAllowedAddresses(ctx, { keyId: made.id, networks: ['203.0.113.7'] });
    await describeKey(ctx, { companyId, keyId: made.id, name: 'of bob@example.org' });
    const { key } = await rollKey(ctx, { companyId, keyId: made.id, keepHours: 1 });
    await endPreviousKey(ctx, { companyId, keyId: made.id });
    await revokeKey(ctx, made.id);
    rolled = key;
  });
  checkedActions.push('key.create');
  const rows = JSON.stringify(await listActions(ctx, { company: companyId, limit: 100 }));
  expect(rows).toContain('of [email]');
  for (const hidden of [made.key, made.key.slice(-8), rolled, client.secret, 'ann@', 'bob@'])
    expect(rows).not.toContain(hidden);
});

test('webhooks, postbacks and their deliveries: never the address or the secret', async () => {
  const hook = await addWebhook(ctx, { key: keyId, url: 'http://127.0.0.1:9/hook?token=sesame' });
  const postback = await addPostback(ctx, { key: keyId, url: 'http://127.0.0.1:9/pb?token=sesame&c={sub_id}' });
  const { id } = hook;
  await expectRows(
    ['webhook.reveal', 'webhook.rotate', 'webhook.choose', 'webhook.header', 'webhook.disable', 'webhook.enable'],
    id,
    companyId,
    async () => {
      await revealSecret(ctx, { companyId, endpointId: id });
      await rotateSecret(ctx, id);
      await chooseTypes(ctx, id, ['event.changed']);
      await setHeader(ctx, id, { name: 'X-Token', value: 'sesame' });
      await disableEndpoint(ctx, id);
      await enableEndpoint(ctx, id);
    },
  );
  await setAgreement(ctx, { company: companyId, agreement: { countries: null, categories: null, payingOnly: false } });
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  const [delivery = ''] = await writeDeliveries(ctx);
  await expectRows(['delivery.retry_now', 'delivery.stop', 'delivery.replay'], delivery, companyId, async () => {
    await retryNow(ctx, delivery);
    await stopDelivery(ctx, delivery);
    await replayDelivery(ctx, delivery);
  });
  await expectRows(['delivery.replay'], id, companyId, () =>
    replayDeliveries(ctx, { endpointId: id, since: new Date(0) }),
  );
  const columns = ['secrets.reseal', 'secrets.reseal', 'secrets.reseal'];
  await expectRows(columns, 'delivery_endpoints', null, () => {
    return resealSecrets({ ...ctx, encryptionKey: Buffer.alloc(32, 1), previousEncryptionKey: ctx.encryptionKey });
  });
  await expectRows(['webhook.remove'], id, companyId, () => removeEndpoint(ctx, id));
  const verbs = ['postback.header', 'postback.disable', 'postback.enable', 'postback.remove'];
  await expectRows(verbs, postback.id, companyId, async () => {
    await setHeader(ctx, postback.id, null);
    await disableEndpoint(ctx, postback.id);
    await enableEndpoint(ctx, postback.id);
    await removeEndpoint(ctx, postback.id);
  });
  const rows = await listActions(ctx, { limit: 200 });
  const added = rows.filter(({ action }) => action === 'webhook.add' || action === 'postback.add');
  expect(added.map(({ objectId }) => objectId).sort()).toEqual([postback.id, id].sort());
  checkedActions.push('webhook.add', 'postback.add');
  for (const hidden of [hook.secret, 'sesame', '127.0.0.1:9']) expect(JSON.stringify(rows)).not.toContain(hidden);
});

test('the catalogue: who imported, and which fields an operator changed', async () => {
  const lines = await logged(async () => {
    await importAll(ctx, [
      { external_id: '1', name: 'One', starts_at: '2027-05-01T20:00', city: 'Berlin', country: 'DE' },
    ]);
    await generateEvents(ctx, { events: 3, seed: 1, organizer: { source: 'made' }, from: '2027-01-01' });
  });
  expect(lines).toEqual([
    expect.stringMatching(/^catalogue\.import org_/),
    expect.stringMatching(/^catalogue\.generate org_/),
  ]);
  checkedActions.push('catalogue.import', 'catalogue.generate');
  const eventId = await addEvent(ctx, {});
  const verbs = ['event.update', 'event.withdraw', 'event.share', 'event.update'];
  await expectRows(verbs, eventId, null, async () => {
    await updateEvent(ctx, eventId, { name: 'Renamed', venue: null });
    await updateEvent(ctx, eventId, { name: 'Renamed' });
    for (const time of [1, 2]) expect(await withdrawEvent(ctx, eventId)).toBe(time === 1);
    await shareEvent(ctx, eventId);
    await updateEvent(ctx, eventId, { status: 'cancelled' });
  });
  await ctx.sql`
    INSERT INTO event_refunds (event_id, cancelled_at, due_at) VALUES (${eventId}, ${ctx.clock.now()}, ${ctx.clock.now()})`;
  await expectRows(['event.pause_refunds', 'event.resume_refunds'], eventId, null, async () => {
    await pauseEventRefunds(ctx, eventId);
    await resumeEventRefunds(ctx, eventId, { now: true });
  });
  const changes = (await listActions(ctx, { action: 'event.update', limit: 2 })).map(({ details }) => details.fields);
  expect(changes).toEqual([['status'], ['name', 'venue']]);
});

test('sales, buyers, bulk subscriptions, the sandbox clock', async () => {
  const partner = { companyId, keyId, ref: '', kind: 'server' as const };
  const event = await addTicketedEvent(ctx);
  const [one, other] = [await addSale(ctx, partner, event, { quantity: 2 }), await addSale(ctx, partner, event)];
  await ctx.sql`UPDATE orders SET payment_reference = id WHERE id = ${one.orderId}`;
  await ctx.sql`UPDATE ticket_types SET sold = 3 WHERE id = ${event.ticketTypeId}`;
  await expectRows(['sale.refund'], one.saleId, companyId, () => refundSale(ctx, { id: one.orderId, tickets: 1 }));
  await expectRows(['sale.reverse'], other.saleId, companyId, () =>
    reverseSale(ctx, { saleId: other.saleId, reason: 'fraud' }),
  );
  const { orderId } = await addPaidOrder(ctx, null, event);
  await expectRows(['buyer.erase'], orderId, null, () => eraseBuyer(ctx, { orderId }));
  await expectRows(['buyer.search'], 'orders', null, () =>
    findOrdersOfBuyer(ctx, { email: 'nobody@example.org', mode: 'live', limit: 5 }),
  );
  const subscription = await addSubscription(ctx, { company: companyId });
  await expectRows(['subscription.remove'], subscription.id, companyId, () => removeSubscription(ctx, subscription.id));
  expect(await listActions(ctx, { action: 'subscription.add', limit: 9 })).toHaveLength(1);
  checkedActions.push('subscription.add');
  await refreshSamples(ctx);
  await createKey(ctx, { companyId, kind: 'test' });
  checkedActions.push('key.create', 'sandbox.sale', 'sandbox.refund');
  const made = await logged(() => makeTestSale(ctx, { companyId }));
  expect(made).toEqual([expect.stringMatching(/^sandbox\.sale ord_\w+ cmp_/)]);
  const [sale] = await listTestSales(ctx, { companyId });
  const saleId = String(sale?.saleId);
  expect(await logged(() => refundTestSale(ctx, { companyId, saleId }))).toEqual([
    `sandbox.refund ${saleId} ${companyId}`,
  ]);
  await expectRows(['sandbox.step'], companyId, companyId, () => stepSandbox(ctx, { companyId }));
  await expectRows(['sandbox.reset'], companyId, companyId, () => resetSandbox(ctx, { companyId }));
  const clock = { now: () => ctx.clock.now(), refresh: async () => {} };
  await expectRows(['sandbox.advance'], 'sandbox_clock', null, () =>
    advanceClock({ ...ctx, clock }, temporal, { days: 2 }, () => {}),
  );
});

test('month ends: the requester, once for any number of repeats; a dry run leaves nothing', async () => {
  const partner = await seedPayee(ctx, { minimum: 1 });
  await seedLine(ctx, partner, 5_000, '2026-10-20T00:00:00Z');
  const by = { requestedBy: 'Fiona Finance', reason: 'as agreed' };
  const asked = { month: '2026-10', company: partner.companyId, currency: 'EUR', ...by };
  await expectRows(['settlement.close'], '2026-10', null, async () => {
    for (const _ of [1, 2]) await closeMonth(ctx, '2026-10', { key: 'one close' });
  });
  await seedLine(ctx, partner, 700, '2026-10-21T00:00:00Z');
  await expectRows(['settlement.rerun', 'settlement.rerun'], '2026-10', partner.companyId, async () => {
    await rerunStatement(ctx, asked, { dryRun: true });
    for (const _ of [1, 2]) await rerunStatement(ctx, asked, { key: 'one rerun' });
    await rerunStatement(ctx, asked);
  });
  const statement = (await statementsOf(ctx, partner.companyId)).find(({ status }) => status === 'issued');
  const settlementId = statement?.id ?? '';
  await expectRows(['settlement.void'], settlementId, partner.companyId, () =>
    voidStatement(ctx, { settlementId, ...by }),
  );
  await rerunStatement(ctx, asked);
  const again = (await statementsOf(ctx, partner.companyId)).find(({ status }) => status === 'issued')?.id ?? '';
  await expectRows(['settlement.pay'], again, partner.companyId, () =>
    payStatement(ctx, { settlementId: again, ...by }),
  );
  const [line] = await logged(() => adjustCompany(ctx, { ...asked, amount: -1.5 }));
  expect(line).toMatch(new RegExp(`^settlement\\.adjust ern_\\w+ ${partner.companyId}$`));
  checkedActions.push('settlement.adjust');
  const [paid] = await listActions(ctx, { action: 'settlement.pay', limit: 1 });
  expect(paid).toMatchObject({ actor: 'Fiona Finance', details: { reason: 'as agreed', currency: 'EUR' } });
});

ticketActions(() => ({ ctx, temporal, companyId, logged, expectRows, checkedActions }));
memberActions(() => ({ ctx, temporal, companyId, logged, expectRows, checkedActions }));

test('every action there is was tried', () => {
  expect([...new Set(checkedActions)].sort()).toEqual([...AUDIT_ACTIONS].sort());
});
