import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGuide } from '../../api/docs/site.js';
import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { samplePostback } from '../../src/deliveries/endpoints/rules/postback-sample.js';
import { receiverScript } from '../../src/deliveries/endpoints/rules/receiver-script.js';
import { POSTBACK_PLACEHOLDERS, postbackTemplateFault } from '../../src/deliveries/rules/postback-template.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { outcomeTable, retryScheduleTable } from './guide-tables.js';

const guide = readGuide('webhooks.md');
/** The dashboard's view. */
const example = (name: string) => readFileSync(join(projectRoot(), 'packages/dashboard/src/examples', name), 'utf8');
const RUN_TYPESCRIPT = join(projectRoot(), 'test/support/run-typescript.cjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-events-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function snippet(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (!code) throw new Error(`docs/webhooks.md has no ${language} snippet`);
  return code;
}

interface Case {
  secret: string;
  header: string;
  body: Buffer;
}

/** Writes the snippet and the body into files, runs them, and answers whether the delivery was accepted. */
const VERIFIERS: Record<string, (example: Case) => boolean> = {
  TypeScript(example) {
    const file = join(folder, 'verify.ts');
    const call =
      'process.exit(isOurs(process.argv[2]!, process.argv[3]!, require("fs").readFileSync(process.argv[4]!)) ? 0 : 1);';
    writeFileSync(file, `${snippet('ts')}\n${call}\n`);
    return run(process.execPath, ['-r', RUN_TYPESCRIPT, file], example);
  },
  Python(example) {
    const file = join(folder, 'verify.py');
    const call =
      'import sys\ntry:\n    ours = is_ours(sys.argv[1], sys.argv[2], open(sys.argv[3], "rb").read())\nexcept ValueError:\n    ours = False\nsys.exit(0 if ours else 1)';
    const verifier = readFileSync(join(projectRoot(), 'examples/verify/verify_webhook.py'), 'utf8');
    writeFileSync(file, `${verifier}\n${call}\n`);
    return run('python3', [file], example);
  },
  Shell(example) {
    const file = join(folder, 'verify.sh');
    writeFileSync(file, snippet('sh'));
    return run('sh', [file], example);
  },
};

function run(program: string, args: string[], { secret, header, body }: Case): boolean {
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const { status, stderr, error } = spawnSync(program, [...args, secret, header, file], { encoding: 'utf8' });
  if (error) throw error;
  expect({ status, stderr }).toEqual({ status: expect.any(Number), stderr: '' });
  return status === 0;
}

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const available = {
  TypeScript: true,
  Python: has('python3', '--version'),
  Shell: has('sh', '-c', 'command -v openssl'),
} as Record<string, boolean>;

// A machine without Python or OpenSSL skips their parts.
describe.each(Object.keys(VERIFIERS).filter((name) => available[name]))('the %s snippet', (name) => {
  const verify = (example: Case) => VERIFIERS[name]?.(example);
  const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCD';
  const body = Buffer.from('{"id":"chg_1","data":{"event":{"name":"Café – 東京\\n"}}}');
  const timestamp = Math.floor(Date.now() / 1000);
  const header = signatureHeader([secret], { timestamp, body });

  test('accepts what we sign', () => {
    expect(verify({ secret, header, body })).toBe(true);
  });

  test('accepts either secret while a rotation lasts', () => {
    const both = signatureHeader(['whsec_new', secret], { timestamp, body });
    expect(verify({ secret, header: both, body })).toBe(true);
    expect(verify({ secret: 'whsec_new', header: both, body })).toBe(true);
  });

  test('refuses another body, another secret, an old delivery and an unreadable header', () => {
    expect(verify({ secret, header, body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(false);
    expect(verify({ secret: 'whsec_other', header, body })).toBe(false);
    const old = signatureHeader([secret], { timestamp: timestamp - 301, body });
    expect(verify({ secret, header: old, body })).toBe(false);
    expect(verify({ secret, header: `v1=${header.slice(-64)}`, body })).toBe(false);
    expect(verify({ secret, header: 'nonsense', body })).toBe(false);
  });

  test('accepts nothing with a blank secret, with which anybody can sign', () => {
    expect(verify({ secret: '', header: signatureHeader([''], { timestamp, body }), body })).toBe(false);
  });

  test('passes our own check of receivers', () => {
    let made = 0;
    const newId = (kind: string) => `${kind}_${++made}`;
    for (const step of receiverScript({
      secret,
      other: 'whsec_other',
      now: timestamp,
      event: null,
      types: CHANGE_TYPES,
      newId,
    })) {
      const taken = verify({ secret, header: step.signature, body: step.body });
      expect([step.code, taken]).toEqual([step.code, step.expected === 'take']);
    }
  });
});

test('the dashboard shows the snippets of the guide', () => {
  expect(example('verify-signature.ts')).toBe(snippet('ts'));
  const address = example('postback-address.txt').trim();
  expect(guide).toContain(address);
  expect(postbackTemplateFault(address)).toBeNull();
  expect(samplePostback(address, { now: new Date(0), deliveryId: 'dlv_1' })).not.toMatch(/[{}]/);
});

test("the tables of the guide equal the code's", () => {
  expect(guide).toContain(retryScheduleTable());
  expect(guide).toContain(outcomeTable());
  for (const name of POSTBACK_PLACEHOLDERS) expect(guide).toContain(`{${name}}`);
});
