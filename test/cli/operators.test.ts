import { randomUUID } from 'node:crypto';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { createOrder } from '../../src/orders/place-order.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { addDeliveries } from '../support/data/deliveries.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx);
});
afterAll(() => ctx?.close());

const json = async (...argv: string[]) => JSON.parse((await runCli(ctx, [...argv, '--json'])).out);

describe('endpoint failing', () => {
  const hook = (path: string) => addWebhook(ctx, { key: shop.live.keyId, url: `https://hooks.example.com/${path}` });

  async function fail(id: string, since: string, as: { status?: string; reason?: string } = {}): Promise<void> {
    const { status = 'active', reason = null } = as;
    await ctx.sql`
      UPDATE delivery_endpoints SET failing_since = ${since}, last_failure = 'http_5xx', status = ${status},
             disabled_reason = ${reason}, disabled_at = ${status === 'disabled' ? since : null} WHERE id = ${id}`;
  }

  test('says who fails, since when, how and how much waits: worst first, healthy ones not at all', async () => {
    expect((await runCli(ctx, ['endpoint', 'failing'])).out).toMatch(/^None\.\n.*\nNone\.\n$/s);
    const [well, new_, old, off, chosen] = await Promise.all(['well', 'new', 'old', 'off', 'chosen'].map(hook));
    await fail(new_?.id ?? '', '2026-11-02T08:00:00Z');
    await fail(old?.id ?? '', '2026-11-01T08:00:00Z');
    await fail(off?.id ?? '', '2026-10-20T08:00:00Z', { status: 'disabled', reason: 'failing' });
    await fail(chosen?.id ?? '', '2026-10-10T08:00:00Z', { status: 'disabled', reason: 'operator' });
    const states = ['pending', 'pending', 'held'] as const;
    await addDeliveries(
      ctx,
      states.map((state, n) => ({ endpointId: old?.id ?? '', state, createdAt: new Date(`2026-11-02T08:0${n}:00Z`) })),
    );
    const { failing } = await json('endpoint', 'failing');
    expect(failing.map(({ id }: { id: string }) => id)).toEqual([off?.id, old?.id, new_?.id]);
    expect(failing.map(({ id }: { id: string }) => id)).not.toContain(well?.id);
    expect(failing[0]).toMatchObject({ disabled: true, waiting: 0 });
    expect(failing[1]).toMatchObject({
      company_id: shop.live.companyId,
      failing_since: '2026-11-01T08:00:00.000Z',
      last_failure: 'http_5xx',
      disabled: false,
      waiting: 2,
      held: 1,
      oldest: '2026-11-02T08:00:00.000Z',
    });
    const { out } = await runCli(ctx, ['endpoint', 'failing', '--limit', '2']);
    expect(out).toMatch(/^ID +COMPANY .*\n.* disabled .*\n.* failing +2026-11-01T08:00:00.000Z +http_5xx +2 +1 .*\n\n/);
    expect((await runCli(ctx, ['endpoint', 'failing', '--kind', 'postback'])).out).toMatch(/^None\./);
  });
});

describe('waiting deliveries', () => {
  test('lists endpoints with waiting deliveries, shows these, and tries all of them now', async () => {
    const add = (path: string) => addWebhook(ctx, { key: shop.live.keyId, url: `https://retries.example.com/${path}` });
    const [some, dead, first] = await Promise.all(['some', 'dead', 'first'].map(add));
    await ctx.sql`
      UPDATE delivery_endpoints SET failing_since = '2026-11-02T08:00:00Z', last_failure = 'timeout', probe_at = '2026-11-02T09:00:05Z'
       WHERE id = ${dead?.id ?? ''}`;
    const rows = [
      { id: 'dlv_r1', of: some, attempt: 1, next: '2099-11-02T09:01:00Z' },
      { id: 'dlv_r2', of: dead, attempt: 1, next: '2099-11-02T09:00:30Z' },
      { id: 'dlv_r3', of: dead, attempt: 4, next: '2099-11-02T10:00:00Z' },
      { id: 'dlv_r4', of: first, attempt: 0, next: '2026-11-02T09:00:00Z' },
    ];
    const common = { lastOutcome: 'timeout', createdAt: new Date('2026-11-02T08:00:00Z') } as const;
    await addDeliveries(
      ctx,
      rows.map(({ id, of, attempt, next }) => ({
        ...common,
        ...{ id, endpointId: of?.id ?? '', attempt, nextAttemptAt: new Date(next) },
      })),
    );
    expect(await json('endpoint', 'failing')).toMatchObject({
      retrying: [
        expect.objectContaining({
          ...{ id: dead?.id, state: 'probed', failing_since: '2026-11-02T08:00:00.000Z', last_failure: 'timeout' },
          ...{ waiting: 2, attempt: 5, next_attempt_at: '2099-11-02T09:00:30.000Z' },
        }),
        expect.objectContaining({ id: some?.id, state: 'retrying', failing_since: null, waiting: 1, attempt: 2 }),
      ],
    });
    expect((await runCli(ctx, ['endpoint', 'failing', '--limit', '1'])).out).toMatch(
      /attempt:\nID .*\nwhk_\w+ .* probed +2026-11-02T08:00:00.000Z +timeout +2 +5 +2099-11-02T09:00:30.000Z +https:.*\n$/,
    );
    const shown = await runCli(ctx, ['endpoint', 'show', dead?.id ?? '']);
    expect(shown.out).toContain('2 waiting: 1 for attempt 2 of 8, 1 for attempt 5.');
    expect(shown.out).toContain('It would be disabled on Saturday 2026-11-07 08:00 UTC.');
    expect(shown.out).toContain('Oldest waiting: dlv_r2, dlv_r3.');

    const retried = await runCli(ctx, ['delivery', 'retry-now', '--endpoint', dead?.id ?? '']);
    expect(retried).toMatchObject({ code: 0, out: 'retrying 2 deliveries now\n' });
    const due =
      await ctx.sql`SELECT id FROM deliveries WHERE attempt > 0 AND next_attempt_at < '2099-01-01' ORDER BY id`;
    expect(due.map((row) => row.id)).toEqual(['dlv_r2', 'dlv_r3']);
    expect(await ctx.sql`SELECT key FROM outbox WHERE topic = 'endpoint.retries'`).toEqual([{ key: dead?.id }]);
  });
});

describe('buyer orders', () => {
  async function order(email: string): Promise<string> {
    const { eventId: event_id, ticketTypeId: ticket_type_id } = shop;
    const body = { event_id, ticket_type_id, quantity: 2, buyer_email: email, buyer_name: 'Ada Lovelace' };
    return (await createOrder(ctx, { caller: shop.live, idempotencyKey: randomUUID(), body })).order.id;
  }

  test('finds them in whatever case, and the audit log keeps the search but nothing of the person', async () => {
    const [first, second] = [await order('Ada@Example.org'), await order('ada@example.org')];
    await order('other@example.org');
    const found = await runCli(ctx, ['buyer', 'orders', '--email', '-', '--by', 'Sue Support'], {
      stdin: 'ADA@example.org\n',
    });
    expect(found.code).toBe(0);
    expect(found.out).toContain(first);
    expect(found.out).toContain(second);
    expect(found.out.match(/ord_/g)).toHaveLength(2);
    expect(found.err).toBe('Mode live, limit 50: 2 shown.\n');
    const all = `${found.out}${found.err}`;
    expect(all).not.toMatch(/example\.org|Lovelace/i);

    const limited = await json('buyer', 'orders', '--email', 'ada@example.org', '--limit', '1');
    expect(limited).toMatchObject({ mode: 'live', limit: 1, more: true, orders: [{ status: 'awaiting_payment' }] });
    expect(await json('buyer', 'orders', '--email', 'ada@example.org', '--mode', 'test')).toMatchObject({ orders: [] });

    const rows =
      await ctx.sql`SELECT actor, company_id, details, audit_log::text AS whole FROM audit_log WHERE action = 'buyer.search' ORDER BY id`;
    expect(rows.map(({ actor, details }) => ({ actor, details }))).toMatchObject([
      { actor: 'Sue Support', details: { mode: 'live', limit: 50, found: 2 } },
      { details: { mode: 'live', limit: 1, found: 1 } },
      { details: { mode: 'test', limit: 50, found: 0 } },
    ]);
    for (const { whole } of rows) expect(whole).not.toMatch(/example\.org|Lovelace|ord_/i);
  });

  test('finds an order of a link with an unknown partner', async () => {
    const id = await order('nobody@example.org');
    await ctx.sql`UPDATE orders SET company_id = NULL, key_id = NULL, source = 'buy_link' WHERE id = ${id}`;
    expect(await json('buyer', 'orders', '--email', 'nobody@example.org')).toMatchObject({
      orders: [{ id, company_id: null, company_name: null }],
    });
    const { code, out } = await runCli(ctx, ['buyer', 'orders', '--email', 'nobody@example.org']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(id) });
  });

  test('an invalid address is refused and not repeated', async () => {
    const { code, out, err } = await runCli(ctx, ['buyer', 'orders', '--email', 'ada-lovelace']);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'email: must be an email address\n' });
  });

  test('erases a buyer, once', async () => {
    const id = await order('gone@example.org');
    expect(await runCli(ctx, ['buyer', 'erase', '--order', id])).toMatchObject({ code: 0, out: `${id} erased\n` });
    expect(await runCli(ctx, ['buyer', 'erase', '--order', id])).toMatchObject({ out: `${id} was already erased\n` });
    expect(await json('buyer', 'orders', '--email', 'gone@example.org')).toMatchObject({ orders: [] });
  });
});
