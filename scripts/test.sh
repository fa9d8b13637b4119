#!/bin/sh
# Sets the checkout up as install.sh does and runs the checks. The last line says "N passed, N failed".
# Arguments go to scripts/check/main.ts, such as: ./scripts/test.sh --quick
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/toolchain.sh"

use_bun
install_dependencies
cd "$root"
exec bun scripts/check/main.ts "$@" </dev/null
