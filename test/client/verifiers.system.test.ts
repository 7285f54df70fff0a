import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { receiverScript } from '../../src/deliveries/endpoints/rules/receiver-script.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../support/environment.js';

const FOLDER = join(projectRoot(), 'examples/verify');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Headers that scanners, proxies and attackers send. */
const hostile = (now: number): string[] => [
  '',
  ',,,,',
  '=',
  't',
  't=,v1=',
  't=٣٣٣,v1=00',
  `t=${'9'.repeat(5_000)},v1=00`,
  `t=-${now},v1=00`,
  `t=${now},v1=é`,
  `t=${now},v1=\u{1f600}`,
  `t=${now},v1=${'0'.repeat(63)}`,
  `t=${now},v1=${'g'.repeat(64)}`,
  `t=${now}.5,v1=00`,
  `t=1e9,v1=00`,
  `t=${now},t=${now},v1=`,
  `t=0x10,v1=00`,
  `t=${now}\r\nv1=00`,
  `t=${now},v1=${'0'.repeat(100_000)}`,
  '{"t":1}',
  '\0',
];

/** Reads cases from a file, and prints a verdict for each. */
const PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify_webhook import is_ours
for one in json.load(open(sys.argv[2])):
    try:
        print("take" if is_ours(one["secret"], one["header"], one["body"].encode()) else "refuse")
    except ValueError as error:
        print(error)
`;
const GO = `package webhook

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestCases(t *testing.T) {
	text, _ := os.ReadFile("cases.json")
	var cases []struct{ Secret, Header, Body string }
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, one := range cases {
		ours, err := IsOurs(one.Secret, one.Header, []byte(one.Body), time.Now())
		switch {
		case err != nil:
			fmt.Println(err)
		case ours:
			fmt.Println("take")
		default:
			fmt.Println("refuse")
		}
	}
}
`;

const RUN: Record<string, () => ReturnType<typeof spawnSync>> = {
  python3: () => spawnSync('python3', ['-c', PYTHON, FOLDER, join(folder.path, 'cases.json')]),
  go() {
    copyFileSync(join(FOLDER, 'verify_webhook.go'), join(folder.path, 'verify_webhook.go'));
    writeFileSync(join(folder.path, 'cases_test.go'), GO);
    writeFileSync(join(folder.path, 'go.mod'), 'module webhook\n\ngo 1.19\n');
    return spawnSync('go', ['test', '-run', 'TestCases', '.', '-v'], {
      cwd: folder.path,
      env: { ...process.env, GOTOOLCHAIN: 'local' },
    });
  },
};
const VERSION: Record<string, string> = { python3: '--version', go: 'version' };

// A machine without Python or Go skips their parts.
const available = Object.keys(RUN).filter((name) => spawnSync(name, [VERSION[name] ?? '']).status === 0);

test.each(available)('the verifier for %s passes our own check of receivers', (name) => {
  const secret = 'whsec_0123456789abcdefghjkmnpqrstvwxyz01234567';
  const now = Math.floor(Date.now() / 1000);
  let made = 0;
  const newId = (kind: string) => `${kind}_${++made}`;
  const script = receiverScript({ secret, other: 'whsec_other', now, event: null, types: CHANGE_TYPES, newId });
  const body = '{"name":"Café – 東京"}';
  const header = signatureHeader([secret], { timestamp: now, body });
  const cases = [
    ...script.map((step) => ({ secret, header: step.signature, body: step.body.toString(), verdict: step.expected })),
    { secret, header, body, verdict: 'take' },
    { secret, header, body: `${body} `, verdict: 'refuse' },
    ...['nonsense', ...hostile(now)].map((header) => ({ secret, header, body, verdict: 'refuse' })),
    ...[`${secret}\n`, ` ${secret}`].map((copied) => ({
      secret: copied,
      header,
      body,
      verdict: 'the secret has a blank in it',
    })),
    { secret: '', header: signatureHeader([''], { timestamp: now, body }), body, verdict: 'the secret is blank' },
  ];
  writeFileSync(join(folder.path, 'cases.json'), JSON.stringify(cases));
  const { stdout, stderr } = RUN[name]?.() ?? { stdout: '', stderr: '' };
  const verdicts = String(stdout)
    .split('\n')
    .filter((line) => /^(take|refuse|the secret)/.test(line));
  expect({ verdicts, stderr: String(stderr) }).toEqual({ verdicts: cases.map(({ verdict }) => verdict), stderr: '' });
});
