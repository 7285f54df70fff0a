/**
 * Takes out of `node_modules` what this machine never reads: Temporal's native library for other systems with its Rust sources, and
 * source maps of packages. It is a quarter of the whole.
 */
const { existsSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS = { linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' };

const modules = join(__dirname, '../../node_modules');

function trimBridge() {
  const bridge = join(modules, '@temporalio/core-bridge');
  const releases = join(bridge, 'releases');
  const own = `${ARCHITECTURES[process.arch]}-${SYSTEMS[process.platform]}`;
  // Without a library of its own, the machine builds it from the sources.
  if (!existsSync(join(releases, own))) return;
  for (const name of readdirSync(releases)) {
    if (name !== own) rmSync(join(releases, name), { recursive: true });
  }
  rmSync(join(bridge, 'sdk-core'), { recursive: true, force: true });
}

function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeMaps(path);
    else if (entry.isFile() && /\.(?:[cm]?js|css|ts)\.map$/.test(entry.name)) rmSync(path);
  }
}

trimBridge();
removeMaps(modules);
