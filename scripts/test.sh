#!/bin/sh
# Sets the checkout up as install.sh does and runs every check. The last line says "N passed, N failed".
# Arguments go to scripts/check.ts, such as: ./scripts/test.sh --quick
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/toolchain.sh"

# The browser tests drive Debian's Chromium; without it they are not run, and the summary says so.
use_chromium() {
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then return; fi
  done
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    say "Chromium is missing and only root can install it with apt-get: the browser tests will not run."
    return
  fi
  say "Installing Chromium for the browser tests (apt-get) ..."
  if ! { apt-get update -q=2 && DEBIAN_FRONTEND=noninteractive apt-get install -q=2 -y --no-install-recommends chromium; } \
    </dev/null >/dev/null; then
    say "apt-get could not install Chromium: the browser tests will not run."
  fi
}

use_bun
install_dependencies
use_chromium
cd "$root"
exec bun scripts/check.ts "$@" </dev/null
