#!/bin/sh
# Sets the checkout up as install.sh does and runs every check. The last line says "N passed, N failed".
# Arguments go to scripts/check.ts, such as: ./scripts/test.sh --quick
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/toolchain.sh"

is_missing() {
  for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then return 1; fi
  done
}

# The browser tests drive Debian's Chromium, the test of the service notifies with systemd's program, and completion is asked of
# real shells, pebble is a certificate authority, buildah builds and runs the image, docker-compose reads its files, and WordPress
# needs PHP and a database; without them those tests are not run, and the summary says so.
use_debian_packages() {
  packages=
  if is_missing chromium chromium-browser google-chrome; then packages=chromium; fi
  if is_missing systemd-notify; then packages="$packages systemd"; fi
  if is_missing zsh; then packages="$packages zsh"; fi
  if is_missing fish; then packages="$packages fish"; fi
  if is_missing pebble; then packages="$packages pebble"; fi
  if is_missing buildah; then packages="$packages buildah"; fi
  if is_missing docker-compose; then packages="$packages docker-compose"; fi
  if is_missing php; then packages="$packages php-cli"; fi
  if ! php -m 2>/dev/null | grep -qx mysqli; then packages="$packages php-mysql"; fi
  if is_missing mariadbd || is_missing my_print_defaults; then packages="$packages mariadb-server-core mariadb-client-core"; fi
  if [ -z "$packages" ]; then return; fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    say "Missing, and only root can install it with apt-get: $packages. Some tests will not run."
    return
  fi
  say "Installing for the tests (apt-get): $packages"
  # Word splitting is wanted: one word for each package.
  if ! { apt-get update -q=2 && DEBIAN_FRONTEND=noninteractive apt-get install -q=2 -y --no-install-recommends $packages; } \
    </dev/null >/dev/null; then
    say "apt-get could not install $packages: some tests will not run."
  fi
}

# Only the files of Debian's package are wanted: installed, it would bring a web server.
unpack_wordpress() {
  folder=$root/.wordpress
  if [ -d "$folder/usr" ] || ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-deb >/dev/null 2>&1; then return; fi
  mkdir -p "$folder"
  if ! (cd "$folder" && apt-get download -q=2 wordpress && dpkg-deb --extract wordpress_*.deb . && rm wordpress_*.deb) \
    </dev/null >/dev/null 2>&1; then
    say "apt-get could not download wordpress: the tests of its plugin will not run."
  fi
}

# ClickHouse's engine is as large as everything else together, and only tests use it: it is no dependency of the project.
install_clickhouse() {
  (cd "$root/.chdb" && bun install --frozen-lockfile --ignore-scripts --silent) </dev/null ||
    explain_failure "bun could not install ClickHouse's engine" "Check the connection, then run this again."
}

use_bun
install_dependencies
install_clickhouse
use_debian_packages
unpack_wordpress
cd "$root"
exec bun scripts/check.ts "$@" </dev/null
