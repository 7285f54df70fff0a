import { randomInt } from 'node:crypto';
import { Client } from 'undici';
import { percentile, report } from '../../bench/support/report.js';
import { openKeySite } from './support/key-site.js';

const KEYS = 20_000;
const ROUNDS = 4_000;
const WARM_UP = 300;
/** How far a kind of wrong key may lie from any other, either way. */
const GOAL = 1.1;
const COMMAND = 'npm run trial -- wrong-keys';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function random(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Another letter at the end, or wherever `at` says. */
function changed(key: string, at = key.length - 1): string {
  return key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
}

interface Kind {
  name: string;
  key: () => string;
  status: number;
}

/**
 * How long `GET /v1/categories` takes to refuse a wrong key, by the kind of fault: kinds in turns, one call at a time,
 * so that all meet the same machine.
 */
async function benchWrongKeys(): Promise<void> {
  const site = await openKeySite(KEYS);
  const { good, revoked } = site.keys;
  const any: Kind = { name: 'any wrong key', key: () => random(51), status: 401 };
  const wrong: Kind[] = [
    { ...any, name: 'the same again: what chance makes of it' },
    { name: 'a right prefix', key: () => `tt_sk_live_${random(40)}`, status: 401 },
    { name: 'a right prefix of another kind', key: () => `tt_test_${random(40)}`, status: 401 },
    { name: 'a right key but for the last letter', key: () => changed(good), status: 401 },
    { name: 'a right key but for the first letter', key: () => changed(good, 'tt_sk_live_'.length), status: 401 },
    { name: 'right last four', key: () => `tt_sk_live_${random(36)}${good.slice(-4)}`, status: 401 },
    { name: 'a right prefix, too short', key: () => `tt_sk_live_${random(8)}`, status: 401 },
  ];
  const named: Kind[] = [
    { name: 'an unknown access token', key: () => `tt_at_${random(40)}`, status: 401 },
    { name: 'a revoked key, told so by its code', key: () => revoked, status: 401 },
    { name: 'the right key', key: () => good, status: 200 },
  ];
  const kinds = [any, ...wrong, ...named];
  const client = new Client(site.origin, { pipelining: 1 });
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const kind of [...kinds].sort(() => Math.random() - 0.5)) {
        const headers = { authorization: `Bearer ${kind.key()}` };
        const from = performance.now();
        const { statusCode, body } = await client.request({ method: 'GET', path: '/v1/categories', headers });
        await body.dump();
        const took = performance.now() - from;
        if (statusCode !== kind.status) throw new Error(`${kind.name} was answered ${statusCode}`);
        if (round >= 0) times.get(kind)?.push(took);
      }
    }
    const of = (kind: Kind) => times.get(kind) ?? [];
    // The lower quartile: whatever else the machine does only ever adds to a call.
    const typical = (kind: Kind) => percentile(of(kind), 0.25);
    const base = typical(any);
    const spread = (kind: Kind) => {
      const [low, quarter, middle, high] = [0.1, 0.25, 0.5, 0.9].map((share) => percentile(of(kind), share).toFixed(3));
      return `p10 ${low}, p25 ${quarter}, p50 ${middle}, p90 ${high} ms; p25 ${(typical(kind) / base).toFixed(3)} of any`;
    };
    console.log(`any wrong key: ${spread(any)}; ${ROUNDS} calls of each kind among ${KEYS} keys`);
    for (const kind of wrong) {
      const ratio = typical(kind) / base;
      report(kind.name, Math.max(ratio, 1 / ratio), { atMost: GOAL }, spread(kind));
    }
    for (const kind of named) console.log(`for comparison, ${kind.name}: ${spread(kind)}`);
    console.log(`again: ${COMMAND}`);
  } finally {
    await client.close();
    await site.close();
  }
}

benchWrongKeys().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
