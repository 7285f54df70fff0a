import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { createOrder } from '../../src/orders/place-order.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';

describe('partner-events audit list, buyer erase, secrets reseal', () => {
  let ctx: TestContext;
  let shop: Shop;

  beforeAll(async () => {
    ctx = await createTestContext();
    shop = await openShop(ctx);
  });

  afterAll(async () => {
    await ctx?.close();
  });

  const partner = (args: string[], { env, input }: { env?: Record<string, string>; input?: string } = {}) =>
    runCli(ctx, args, { env, stdin: input });

  const auditOf = async (action: string, more: string[] = []) =>
    (await partner(['audit', 'list', '--action', action, ...more])).out.trim().split('\n').slice(1);

  async function order(email: string): Promise<string> {
    const { eventId: event_id, ticketTypeId: ticket_type_id } = shop;
    const body = { event_id, ticket_type_id, quantity: 1, buyer_email: email, buyer_name: 'Ada' };
    return (await createOrder(ctx, { caller: shop.live, idempotencyKey: randomUUID(), body })).order.id;
  }

  test('the log names who acted: the account of the system, or who was given', async () => {
    await partner(['company', 'create', 'First Ltd']);
    await partner(['company', 'create', 'Second Ltd', '--by', 'Olga Operator']);
    await partner(['--by', 'Olga Operator', 'company', 'suspend', 'Second Ltd']);
    const [second, first] = await auditOf('company.create');
    expect(first).toMatch(
      new RegExp(`^\\S+Z  ${userInfo().username} +company\\.create  cmp_.+name=First Ltd currency=EUR$`),
    );
    expect(second).toContain('Olga Operator');
    expect(await auditOf('company.suspend', ['--company', 'Second Ltd'])).toEqual([
      expect.stringMatching(/Olga Operator +company\.suspend/),
    ]);
    expect(await auditOf('company.suspend', ['--company', 'First Ltd'])).toEqual([]);
    expect(await auditOf('company.suspend', ['--since', '2999-01-01T00:00:00Z'])).toEqual([]);
    const refused = await partner(['audit', 'list', '--since', 'yesterday']);
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('must be an instant') });
  });

  test('buyers are erased by order, or by address from the standard input', async () => {
    const [one, two] = [await order('ida@example.org'), await order('may@example.org')];
    expect((await partner(['buyer', 'erase', '--order', one])).out).toBe(`${one} erased\n`);
    expect((await partner(['buyer', 'erase', '--order', one])).out).toBe(`${one} was already erased\n`);
    expect((await partner(['buyer', 'erase', '--email', '-'], { input: 'May@example.org\n' })).out).toBe(
      `${two} erased\n`,
    );
    expect((await partner(['buyer', 'erase', '--email', 'may@example.org'])).out).toBe(
      'No orders found for this address.\n',
    );
    expect(await auditOf('buyer.erase')).toHaveLength(2);
    expect(await ctx.sql`SELECT id FROM orders WHERE buyer_email IS NOT NULL OR buyer_name IS NOT NULL`).toEqual([]);
  });

  test.each([
    [[], 'Give either --order or --email.'],
    [['--order', 'ord_none'], 'There is no order ord_none.'],
    [['--email', 'nobody'], 'must be an email address'],
    [['--email', 'a@b.example', '--order', 'ord_1'], 'Give either --order or --email.'],
  ])('buyer erase %j is refused in one line', async (args, message) => {
    const { code, out, err } = await partner(['buyer', 'erase', ...args]);
    expect({ code, out }).toEqual({ code: message.startsWith('There') ? 1 : 2, out: '' });
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  test('secrets are encrypted again; an unreadable secret is named and ends with code 1', async () => {
    const url = 'https://hooks.example.com/h';
    const made = await partner(['endpoint', 'add', '--kind', 'webhook', '--key', shop.live.keyId, '--url', url]);
    const id = made.out.split('\n')[0] ?? '';
    const keys = {
      ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: ctx.config.encryptionKey?.toString('base64') ?? '',
    };
    const lost = await partner(['secrets', 'reseal'], { env: { ENCRYPTION_KEY: keys.ENCRYPTION_KEY } });
    expect(lost).toMatchObject({ code: 1, err: expect.stringContaining(`delivery_endpoints.secret of ${id}`) });
    expect((await partner(['secrets', 'reseal', '--dry-run'], { env: keys })).out).toContain(
      '1 of them are encrypted with',
    );
    expect(await partner(['secrets', 'reseal'], { env: keys })).toMatchObject({
      code: 0,
      out: '1 secrets, 1 of them are encrypted again\n',
    });
    const without = await partner(['endpoint', 'add', '--kind', 'webhook', '--key', shop.live.keyId, '--url', url], {
      env: { ENCRYPTION_KEY: '' },
    });
    expect(without).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ENCRYPTION_KEY: must be set') });
  });
});
