#!/bin/sh
# Takes out of node_modules what a Linux image of this architecture never reads: Temporal's native library for other
# systems and its Rust sources, type declarations, source maps. Run it in the project's root, after `npm prune --omit=dev`.
set -eu
bridge=node_modules/@temporalio/core-bridge
own="$(uname -m)-unknown-linux-gnu"
[ -d "$bridge/releases/$own" ] || { echo "slim.sh: Temporal's SDK has no library for $own" >&2; exit 1; }
find "$bridge/releases" -mindepth 1 -maxdepth 1 ! -name "$own" -exec rm -rf {} +
rm -rf "$bridge/sdk-core" dist/.tsbuildinfo
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
