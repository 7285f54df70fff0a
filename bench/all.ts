import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** In this order; each is a file in this folder. */
const BENCHES = [
  'events',
  'filters',
  'bulk',
  'orders',
  'on-sale',
  'worker',
  'track',
  'deliveries',
  'retries',
  'settlement-close',
  'dashboard',
  'capacity',
] as const;
/** No bench takes longer on a machine of two cores, even if it makes the catalogue first. */
const LONGEST_MS = 30 * 60_000;

/** Each in a process of its own, so that none inherits what another has warmed up or left behind; returns its exit code. */
function run(name: string): Promise<number | string> {
  console.log(`\n── ${name}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(__dirname, `${name}.js`)], { stdio: 'inherit' });
    const late = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      resolve(code ?? `ended by ${signal}`);
    });
  });
}

async function main(): Promise<void> {
  for (const name of BENCHES) {
    const ending = await run(name);
    if (ending === 0) continue;
    console.log(`${name}: ${ending}`);
    process.exitCode = 1;
  }
}

void main();
