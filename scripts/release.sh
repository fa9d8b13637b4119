#!/bin/sh
# Sets the checkout up as install.sh does and makes every file of a release in dist/release (or --out DIR).
# Arguments go to scripts/release.ts, such as: ./scripts/release.sh --only linux-x64,linux-arm64
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/toolchain.sh"

use_bun
install_dependencies
cd "$root"
exec bun scripts/release.ts "$@" </dev/null
