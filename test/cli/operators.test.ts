import { randomUUID } from 'node:crypto';
import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { createOrder } from '../../src/orders/create-order.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/shop.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx);
});
afterAll(() => ctx?.close());

const json = async (...argv: string[]) => JSON.parse((await runCli(ctx, [...argv, '--json'])).out);

describe('webhook failing', () => {
  const hook = (path: string) => addWebhook(ctx, { key: shop.live.keyId, url: `https://hooks.example.com/${path}` });

  async function fail(id: string, since: string, as: { status?: string; reason?: string } = {}): Promise<void> {
    const { status = 'active', reason = null } = as;
    await ctx.sql`
      UPDATE delivery_endpoints SET failing_since = ${since}, last_failure = 'http_5xx', status = ${status},
             disabled_reason = ${reason}, disabled_at = ${status === 'disabled' ? since : null} WHERE id = ${id}`;
  }

  test('says who fails, since when, how and how much waits: worst first, healthy ones not at all', async () => {
    expect((await runCli(ctx, ['webhook', 'failing'])).out).toBe('None.\n');
    const [well, new_, old, off, chosen] = await Promise.all(['well', 'new', 'old', 'off', 'chosen'].map(hook));
    await fail(new_?.id ?? '', '2026-11-02T08:00:00Z');
    await fail(old?.id ?? '', '2026-11-01T08:00:00Z');
    await fail(off?.id ?? '', '2026-10-20T08:00:00Z', { status: 'disabled', reason: 'failing' });
    await fail(chosen?.id ?? '', '2026-10-10T08:00:00Z', { status: 'disabled', reason: 'operator' });
    const waiting = { state: 'pending', next: '2026-11-02T10:00:00Z', finished: null };
    const held = { state: 'held', next: null, finished: '2026-11-02T08:30:00Z' };
    for (const [i, one] of [waiting, waiting, held].entries()) {
      await ctx.sql`
        INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, next_attempt_at, created_at, finished_at)
        VALUES (${`dlv_${i}`}, ${`chg_${i}`}, ${i}, ${old?.id ?? ''}, '', ${one.state}, ${one.next}, ${`2026-11-02T08:0${i}:00Z`}, ${one.finished})`;
    }
    const { endpoints } = await json('webhook', 'failing');
    expect(endpoints.map(({ id }: { id: string }) => id)).toEqual([off?.id, old?.id, new_?.id]);
    expect(endpoints.map(({ id }: { id: string }) => id)).not.toContain(well?.id);
    expect(endpoints[0]).toMatchObject({ disabled: true, waiting: 0 });
    expect(endpoints[1]).toMatchObject({
      company_id: shop.live.companyId,
      failing_since: '2026-11-01T08:00:00.000Z',
      last_failure: 'http_5xx',
      disabled: false,
      waiting: 2,
      held: 1,
      oldest: '2026-11-02T08:00:00.000Z',
    });
    const { out } = await runCli(ctx, ['webhook', 'failing', '--limit', '2']);
    expect(out).toMatch(/^ID +COMPANY .*\n.* disabled .*\n.* failing +2026-11-01T08:00:00.000Z +http_5xx +2 +1 .*\n$/);
    expect((await runCli(ctx, ['postback', 'failing'])).out).toBe('None.\n');
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

  test('what is no address is refused and not repeated', async () => {
    const { code, out, err } = await runCli(ctx, ['buyer', 'orders', '--email', 'ada-lovelace']);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'email: must be an e-mail address\n' });
  });

  test('erases a buyer, once', async () => {
    const id = await order('gone@example.org');
    expect(await runCli(ctx, ['buyer', 'erase', '--order', id])).toMatchObject({ code: 0, out: `${id} erased\n` });
    expect(await runCli(ctx, ['buyer', 'erase', '--order', id])).toMatchObject({ out: `${id} was already erased\n` });
    expect(await json('buyer', 'orders', '--email', 'gone@example.org')).toMatchObject({ orders: [] });
  });
});
