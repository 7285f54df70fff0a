/**
 * Ends the servers of a program that died without ending them itself, for example by `kill -9`.
 *
 * The program holds the other end of standard input open as long as it lives and writes one JSON value a line:
 * `{"add": pid, "signal": "SIGINT"}`, `{"drop": pid}`, `{"folder": path}`. At the end of input every process still known
 * is asked to end, then its group is ended by force; also those named by the files in `<folder>/pids`. The folders are
 * removed last.
 * Plain JavaScript, because it runs before anything is compiled.
 */
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');

/** @type {Map<number, string>} */
const processes = new Map();
/** @type {Set<string>} */
const folders = new Set();

/** False when there is no such process or group (a negative id). */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function listed(folder) {
  try {
    return fs.readdirSync(path.join(folder, 'pids')).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

async function end() {
  for (const folder of folders) for (const pid of listed(folder)) processes.set(pid, 'SIGKILL');
  for (const [pid, signal] of processes) send(pid, signal);
  const limit = Date.now() + 10_000;
  let left = [...processes.keys()];
  while (left.length > 0 && Date.now() < limit) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    left = left.filter((pid) => send(pid, 0));
  }
  for (const pid of processes.keys()) if (!send(-pid, 'SIGKILL')) send(pid, 'SIGKILL');
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const lines = readline.createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.add) processes.set(message.add, message.signal);
  if (message.drop) processes.delete(message.drop);
  if (message.folder) folders.add(message.folder);
});
lines.on('close', end);
