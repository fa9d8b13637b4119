# shellcheck shell=sh disable=SC2154
# The set-up that install.sh, scripts/test.sh and the git hook share. Sourced, with $root set to the checkout.
# Leaves the pinned Bun first on PATH; nothing outside the checkout is changed.

say() { printf '%s\n' "$*"; }

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# "1.4.5" out of "packageManager": "bun@1.4.5".
pinned_bun_version() {
  sed -n 's/.*"packageManager"[^"]*"bun@\([0-9][0-9.]*\)".*/\1/p' "$root/package.json"
}

# Name of Bun's own package for this machine, such as @oven/bun-linux-x64-musl.
bun_package() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "no Bun is published for $(uname -s): Footfall builds on Linux and macOS." ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) fail "no Bun is published for $(uname -m): Footfall builds on x86-64 and ARM64." ;;
  esac
  variant=
  if [ "$os" = linux ]; then
    # What this system's own programs use: the package musl puts its loader onto systems with glibc, too.
    case $(ldd /bin/sh 2>&1) in
      *ld-musl*) variant=-musl ;;
    esac
    # Processors without AVX2 need Bun's baseline build.
    if [ "$cpu" = x64 ] && ! grep -qw avx2 /proc/cpuinfo 2>/dev/null; then variant=-baseline$variant; fi
    if [ "$variant" = -baseline-musl ]; then variant=-musl-baseline; fi
  fi
  say "@oven/bun-$os-$cpu$variant"
}

is_pinned_bun() { [ -n "$1" ] && [ "$("$1" --version 2>/dev/null)" = "$bun_version" ]; }

# Says what a failed step most likely ran into: a full disk is the one cause that tools report badly.
explain_failure() {
  free_kb=$(df -Pk "$root" | awk 'NR == 2 { print $4 }')
  if [ "${free_kb:-1000000}" -lt 102400 ]; then
    fail "$1: the disk of $root is full (${free_kb} KB free). Make room (about 1 GB) and run this again."
  fi
  fail "$1. $2"
}

# Puts the pinned Bun first on PATH: the one already there, the one fetched before, or a fresh one through npm.
use_bun() {
  bun_version=$(pinned_bun_version)
  [ -n "$bun_version" ] || fail "package.json names no Bun version (packageManager); the checkout is damaged."
  is_pinned_bun "$(command -v bun)" && return
  bun_name=$(bun_package) || exit 1
  bun_home="$root/.bun"
  bun_bin="$bun_home/node_modules/$bun_name/bin"
  if ! is_pinned_bun "$bun_bin/bun"; then
    say "Fetching Bun $bun_version ($bun_name) through npm into .bun/ ..."
    fetch_bun
  fi
  # To use this Bun in a shell: export PATH="$PWD/.bun/bin:$PATH"
  mkdir -p "$bun_home/bin" && ln -sf "../node_modules/$bun_name/bin/bun" "$bun_home/bin/bun" || true
  PATH="$bun_bin:$PATH"
  export PATH
}

fetch_bun() {
  command -v npm >/dev/null 2>&1 ||
    fail "Bun $bun_version is not on PATH and npm, which would fetch it, is missing. Install npm (Debian: apt-get install npm) or Bun $bun_version, then run this again."
  mkdir -p "$bun_home" || explain_failure "cannot write to $bun_home" "Check the owner of the checkout."
  # The platform package holds the program itself: no install script has to run.
  npm install --prefix "$bun_home" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    --no-update-notifier --loglevel=error --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 \
    "$bun_name@$bun_version" </dev/null >/dev/null ||
    explain_failure "npm could not fetch $bun_name@$bun_version" \
      "Check the connection and npm's registry setting (npm config get registry), then run this again."
  is_pinned_bun "$bun_bin/bun" ||
    explain_failure "the Bun that npm fetched does not run here" \
      "Try $bun_bin/bun --version; a mount without execute permission (noexec) is the usual cause."
}

# Bun does not read every file that npm keeps its registry and its certificates in: pass both on.
share_npm_settings() {
  command -v npm >/dev/null 2>&1 || return 0
  npm_settings=$(cd "$root" && npm config get registry cafile --loglevel=error </dev/null 2>/dev/null) || return 0
  npm_registry=$(say "$npm_settings" | sed -n 's/^registry=\(http.*\)$/\1/p')
  npm_cafile=$(say "$npm_settings" | sed -n 's/^cafile=\(\/.*\)$/\1/p')
  if [ -z "${NPM_CONFIG_REGISTRY:-}${npm_config_registry:-}" ] && [ -n "$npm_registry" ]; then
    NPM_CONFIG_REGISTRY=$npm_registry
    export NPM_CONFIG_REGISTRY
  fi
  if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -r "$npm_cafile" ]; then
    NODE_EXTRA_CA_CERTS=$npm_cafile
    export NODE_EXTRA_CA_CERTS
  fi
}

# Dependencies exactly as the lockfile says.
install_dependencies() {
  say "Installing dependencies (frozen lockfile) ..."
  share_npm_settings
  if faults=$(cd "$root" && bun install --frozen-lockfile --ignore-scripts --no-progress --no-summary 2>&1 </dev/null); then
    return
  fi
  # One line for each package says nothing that the first few do not.
  say "$faults" | grep -v '^$' | head -n 6 >&2
  explain_failure "bun could not install the dependencies" \
    "Check the connection and npm's registry setting (npm config get registry), then run this again."
}
