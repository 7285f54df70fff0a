import { mkdirSync, writeFileSync } from 'node:fs';
import { payOrder } from '../../src/orders/pay-order.js';
import { leavesOf, wholeProgram, wordsOf } from '../../tools/docs/commands.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { makeCertificate } from '../support/outside/make-certificate.js';

let ctx: TestContext;
let shop: Shop;
let orderId: string;
beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx);
  orderId = (await placeOrder(ctx, shop, 2)).id;
  await payOrder(ctx, { orderId, paymentReference: 'paid' });
});
afterAll(() => ctx?.close());

async function refusal(argv: readonly string[], env?: Record<string, string>) {
  const { code, out, err } = await runCli(ctx, [...argv, '--json'], { env });
  return { code, out, error: err === '' ? undefined : JSON.parse(err).error };
}

/** Every command that names something, with `_` for its id, and the kind of the object. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  company: [
    'company show _',
    'company suspend _',
    'company resume _',
    'agreement set --company _',
    'key create --company _ --kind test',
    'key list --company _',
    'oauth create --company _ --kind server',
    'oauth list --company _',
    'user invite ada@example.com --company _ --role owner',
    'user list --company _',
    'user sign-in-as _ --reason why',
    'subscription add --company _',
    'stats --company _',
    'endpoint list --kind webhook --company _',
    'endpoint list --kind postback --company _',
    'terms set --company _ --method bank_transfer --net-days 30 --minimum 5',
    'billing set --company _ --legal-name Acme --address-line London',
    'vat set --company _ --treatment none',
    'payout-account set --company _ --holder Acme --iban DE89370400440532013000',
    'payout-account connect --company _',
    'payout-account confirm --company _ --reason phone',
    'settlement close --month 2026-10 --company _ --reason why',
    'settlement rerun --month 2026-10 --company _ --reason why',
    'settlement list --company _',
    'settlement show --month 2026-10 --company _',
    'settlement void --month 2026-10 --company _ --reason why',
    'settlement pay --month 2026-10 --company _ --reason why',
    'settlement adjust --company _ --currency EUR --amount 5 --reason why',
    'audit list --company _',
  ],
  key: [
    'key revoke _',
    'key certificate _',
    'key certificate _ --pin CERTIFICATE',
    'key certificate _ --unpin abcdef0123',
    'key allowlist _',
    'key allowlist _ 203.0.113.7',
    'key allowlist _ --none',
    'oauth create --company COMPANY --key _',
    'endpoint add --kind webhook --key _ --url https://example.com/hook',
    'endpoint add --kind postback --key _ --url https://example.com/?id={sale_id}',
    'listen --forward http://127.0.0.1:1/ --key _',
    'door-key revoke _',
  ],
  certificate: ['key certificate KEY --unpin _'],
  client: ['oauth rotate _', 'oauth revoke _'],
  member: ['user remove _'],
  inquiry: ['inquiry show _', 'inquiry answer _ --text because'],
  subscription: ['subscription remove _'],
  'bank file': ['settlement bank-files _', 'settlement withdraw-file _ --reason why'],
  endpoint: [
    ...['show', 'rotate', 'check', 'test', 'disable', 'enable', 'remove'].map((verb) => `endpoint ${verb} _`),
    'endpoint set _ --events order.changed',
    'endpoint set _ --no-header',
    'delivery replay --endpoint _ --since 2026-11-01T00:00:00Z',
    'delivery retry-now --endpoint _',
    'delivery list --endpoint _',
  ],
  delivery: ['show', 'replay', 'retry-now', 'stop'].map((verb) => `delivery ${verb} _`),
  event: [
    'catalogue update _ --name Gig',
    'catalogue withdraw _',
    'catalogue share _',
    'catalogue show _',
    'event-refunds pause _',
    'event-refunds resume _',
    'tickets door-list --event _',
    'announcement list --event _',
  ],
  organizer: [
    'organizer show _',
    'organizer connect _',
    'organizer set _ --contact-email ada@example.com',
    'door-key create --organizer _',
    'door-key list --organizer _',
  ],
  sale: ['sale refund _', 'sale reverse _ --reason fraud'],
  message: ['sale dismiss-message _ --reason why'],
  refund: ['sale retry-refund _', 'sale settle-refund _'],
  order: [
    'order show _',
    'buyer erase --order _',
    'tickets correct _ --email ada@example.com',
    'tickets revoke-page _',
    'tickets void _',
  ],
  'request or order': ['trace _'],
  announcement: ['announcement pause _', 'announcement resume _', 'announcement stop _'],
  statement: ['settlement show _'],
  reconciliation: ['settlement reconciliations _'],
};

/** Commands whose `--organizer` or `<source>` may be new. */
const MAKES_IT = ['catalogue import', 'catalogue generate'];

test('an id that is not there ends every command with 1, `not_found`, and a sentence with its kind and the id', async () => {
  const file = `${ctx.config.dataDir}/certificate.pem`;
  mkdirSync(ctx.config.dataDir, { recursive: true });
  writeFileSync(file, makeCertificate().pem);
  const words: Record<string, string> = {
    CERTIFICATE: file,
    COMPANY: shop.live.companyId,
    KEY: shop.live.keyId,
  };
  const ended: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const [kind, lines] of Object.entries(UNKNOWN)) {
    // A fingerprint has hexadecimal digits alone.
    const id = kind === 'certificate' ? 'abcdef0123' : 'none_1';
    for (const line of lines) {
      const argv = line.split(' ').map((word) => (word === '_' ? id : (words[word] ?? word)));
      const { code, out, error } = await refusal(argv, { ALLOW_PRIVATE_DELIVERY: '1' });
      ended[line] = { code, out, error: error && { code: error.code, message: error.message } };
      wanted[line] = { code: 1, out: '', error: { code: 'not_found', message: `There is no ${kind} ${id}.` } };
    }
  }
  expect(ended).toEqual(wanted);
});

test('the table has every command that names something', () => {
  const naming = leavesOf(wholeProgram())
    .filter(
      (leaf) =>
        leaf.options.some(({ long }) => /^--(company|key|event|organizer|order)$/.test(long ?? '')) ||
        leaf.registeredArguments.some((argument) =>
          /^(id|company|key|order|event|delivery|statement|source)$/.test(argument.name()),
        ),
    )
    .map((leaf) => wordsOf(leaf).join(' '))
    .filter((words) => !MAKES_IT.includes(words));
  const lines = Object.values(UNKNOWN).flat();
  expect(naming.length).toBeGreaterThan(65);
  expect(naming.filter((words) => !lines.some((line) => line.startsWith(`${words} `)))).toEqual([]);
});

describe('an invalid value ends a command with 2', () => {
  test.each([
    ['company create Acme --currency EURO', 'invalid_request', 'currency'],
    ['agreement set --company COMPANY --country XX', 'invalid_request', 'countr'],
    ['key create --company COMPANY --kind website --domain http://x', 'invalid_request', 'domain'],
    ['key create --company COMPANY --kind server --capability FLYING', 'invalid_request', 'capabilit'],
    ['key create --company COMPANY --kind server --limit 0', 'usage', 'limit'],
    ['key create --company COMPANY --kind card', 'usage', 'kind'],
    ['key allowlist KEY 203.0.113.700', 'invalid_request', '203.0.113.700'],
    ['key certificate KEY --pin /etc/hostname', 'invalid_request', 'certificate'],
    ['key certificate KEY --unpin xyz', 'invalid_request', 'fingerprint'],
    ['oauth create --company COMPANY --kind server --scope all', 'invalid_request', 'scope'],
    ['user invite nobody --company COMPANY --role owner', 'invalid_request', 'email'],
    ['subscription add --company COMPANY --days-ahead 9999', 'invalid_request', 'days_ahead'],
    ['stats --company COMPANY --from 2026-13-01', 'invalid_request', 'from'],
    ['endpoint add --kind webhook --key KEY --url nowhere', 'invalid_request', 'url'],
    ['endpoint add --kind webhook --key KEY --url https://10.0.0.1/', 'invalid_request', 'url'],
    ['endpoint add --kind postback --key KEY --url https://example.com/{nothing}', 'invalid_request', 'url'],
    ['key certificate KEY --pin a.pem --unpin abcdef0123', 'usage', '--pin or --unpin'],
    ['key allowlist KEY 203.0.113.7 --none', 'usage', 'networks or --none'],
    ['endpoint set whk_1', 'usage', '--events'],
    ['delivery replay --endpoint whk_1 --since yesterday', 'usage', 'since'],
    ['delivery replay --endpoint whk_1', 'usage', '--since'],
    ['delivery replay dlv_1 --since 2026-11-01T00:00:00Z', 'usage', '--endpoint'],
    ['delivery retry-now dlv_1 --endpoint whk_1', 'usage', 'either'],
    ['catalogue update EVENT --starts-at soon', 'invalid_request', 'starts_at'],
    ['catalogue update EVENT --timezone Mars/Base', 'invalid_request', 'timezone'],
    ['catalogue update EVENT --status lost', 'usage', 'status'],
    ['catalogue generate --events many', 'usage', 'events'],
    ['organizer set SOURCE --terms-url here', 'invalid_request', 'terms'],
    ['sale refund ORDER --tickets 0', 'usage', 'tickets'],
    ['sale reverse ORDER --reason fraud --amount 0', 'invalid_request', 'amount'],
    ['sale reverse ORDER --reason fraud --amount 1.234', 'invalid_request', 'amount'],
    ['buyer orders --email nobody', 'invalid_request', 'email'],
    ['tickets correct ORDER --email nobody', 'invalid_request', 'email'],
    ['terms set --company COMPANY --method gold --net-days 30 --minimum 5', 'usage', 'method'],
    ['terms set --company COMPANY --method bank_transfer --net-days 999 --minimum 5', 'invalid_request', 'netDays'],
    ['terms set --company COMPANY --method bank_transfer --net-days 30 --minimum 0.001', 'invalid_request', 'minimum'],
    ['settlement list --month 2026-13', 'usage', 'month'],
    ['settlement reconcile --month 2026-13', 'usage', 'month'],
    ['settlement reconciliations --month 2026-13', 'usage', 'month'],
    ['settlement adjust --company COMPANY --currency XQX --amount 5 --reason why', 'invalid_request', 'XQX'],
    ['settlement adjust --company COMPANY --currency EUR --amount 0 --reason why', 'invalid_request', 'amount'],
    ['settlement adjust --company COMPANY --currency EUR --amount 0.001 --reason why', 'invalid_request', 'amount'],
    ['settlement adjust --company COMPANY --currency EUR --amount x --reason why', 'usage', 'amount'],
    ['settlement close --month 2026-10 --reason EMPTY', 'invalid_request', 'reason'],
    ['audit list --action dancing', 'usage', 'action'],
    ['mail preview nothing', 'usage', 'mail'],
    ['mail preview tickets --language xx', 'usage', 'language'],
    ['sandbox clock --advance 0', 'usage', 'advance'],
    ['receiver --port 99999', 'usage', 'port'],
  ])('%s', async (line, code, named) => {
    const { live, eventId } = shop;
    const words: Record<string, string> = {
      COMPANY: live.companyId,
      KEY: live.keyId,
      EVENT: eventId,
      ORDER: orderId,
      SOURCE: 'shop',
      EMPTY: '',
    };
    const ended = await refusal(line.split(' ').map((word) => words[word] ?? word));
    expect(ended).toMatchObject({ code: 2, out: '', error: { code } });
    expect(ended.error.message).toContain(named);
  });
});

test('an action that the state does not allow is `refused`, and ends with 1', async () => {
  const { live, eventId } = shop;
  for (const argv of [
    ['sale', 'refund', orderId, '--tickets', '3'],
    ['event-refunds', 'pause', eventId],
    ['settlement', 'close', '--month', '2199-10', '--reason', 'why'],
    ['oauth', 'create', '--company', live.companyId, '--kind', 'website'],
  ]) {
    expect({ argv, ...(await refusal(argv)) }).toMatchObject({ argv, code: 1, error: { code: 'refused' } });
  }
});
