#!/bin/sh
# Builds dist/footfall on this machine, and on request starts or installs it. See usage below.
set -eu

usage() {
  cat <<'TEXT'
Usage: ./install.sh                               build dist/footfall
       ./install.sh serve [ARGUMENT...]           build it, then run "footfall serve ARGUMENT..."
       ./install.sh --prefix DIR [--systemd]      build it, then install it as DIR/bin/footfall
       ./install.sh --help

  --prefix DIR   install under DIR, such as /usr/local or "$HOME/.local"
  --systemd      also install a systemd unit and its user under DIR/lib, and /etc/footfall/footfall.env with all
                 settings where there is none; nothing is enabled or started

With DESTDIR in the environment everything is installed below that folder, as packages want it.

Safe to run again at any time; it asks no question and always builds what the checkout holds now.
It needs npm once, to fetch the pinned Bun into .bun/, unless that Bun is on PATH. No compiler is needed.
TEXT
}

bad_usage() {
  printf 'install.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

prefix=
with_systemd=no
with_serve=no
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --prefix) [ $# -ge 2 ] || bad_usage "--prefix needs a folder"; prefix=$2; shift 2 ;;
    --prefix=*) prefix=${1#--prefix=}; shift; [ -n "$prefix" ] || bad_usage "--prefix needs a folder" ;;
    --systemd) with_systemd=yes; shift ;;
    serve) with_serve=yes; shift; break ;;
    *) bad_usage "unknown argument: $1" ;;
  esac
done
[ "$with_systemd" = no ] || [ -n "$prefix" ] || bad_usage "--systemd needs --prefix"
[ "$with_serve" = no ] || [ -z "$prefix" ] || bad_usage "serve starts the checkout's build; it does not go with --prefix"
case $prefix in
  *'
'* | *'"'* | *\\*) bad_usage "--prefix must not hold a line break, a double quote or a backslash" ;;
  '' | /*) ;;
  *) prefix=$PWD/$prefix ;;
esac

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$root/scripts/toolchain.sh"

# Writes standard input to $1 (below DESTDIR) with mode $2, under a name of its own first: a running program keeps its old file.
put() {
  set -- "${DESTDIR:-}$1" "$2"
  mkdir -p "${1%/*}" || fail "cannot create ${1%/*}. Run as a user who may write there, or choose another --prefix."
  { cat >"$1.new.$$" && chmod "$2" "$1.new.$$" && mv -f "$1.new.$$" "$1"; } || {
    rm -f "$1.new.$$"
    fail "cannot write $1. Check its owner and the free space, or choose another --prefix."
  }
  say "Installed $1"
}

# The unit's text with the place of the program filled in; % has a meaning of its own in units.
unit_text() {
  place=$(printf '%s' "$prefix/bin" | sed 's/%/%%/g; s/[&|]/\\&/g')
  sed "s|@BINDIR@|$place|" "$root/scripts/packaging/footfall.service"
}

# Installs the settings of the service where there are none, and adds the data folder, by which commands find it, to older ones.
install_settings() {
  settings=/etc/footfall/footfall.env
  if [ ! -e "${DESTDIR:-}$settings" ]; then
    put "$settings" 600 <"$root/scripts/packaging/footfall.env"
  elif ! grep -q '^ *FOOTFALL_DATA=' "${DESTDIR:-}$settings"; then
    printf '\nFOOTFALL_DATA=/var/lib/footfall\n' >>"${DESTDIR:-}$settings" ||
      fail "cannot write $settings. Run as a user who may."
    say "Added FOOTFALL_DATA=/var/lib/footfall to $settings, by which commands find the data"
  fi
}

build() {
  (cd "$root" && bun scripts/build.ts) && return
  status=$?
  # Ended by a signal: the kernel's, when memory runs out.
  [ "$status" -lt 128 ] || fail "the build was killed, most likely because memory ran out: it takes about 700 MB. \
Close other programs, add swap, or build on another machine with the same processor and copy dist/footfall here."
  explain_failure "the build failed" "The lines above say why."
}

use_bun
install_dependencies
say "Building dist/footfall ..."
build

if [ -n "$prefix" ]; then
  put "$prefix/bin/footfall" 755 <"$root/dist/footfall"
  if [ "$with_systemd" = yes ]; then
    unit=$prefix/lib/systemd/system/footfall.service
    users=$prefix/lib/sysusers.d/footfall.conf
    unit_text | put "$unit" 644
    put "$users" 644 <"$root/scripts/packaging/footfall.sysusers"
    install_settings
    case $prefix in
      /usr | /usr/local) name=footfall ;;
      *) name="'$unit'" ;;
    esac
    say "Next, as root, also after an upgrade:"
    say "  systemd-sysusers '$users'"
    say "  systemctl daemon-reload && systemctl enable $name && systemctl restart footfall"
    say "  journalctl -u footfall      shows the set-up address; settings are in /etc/footfall/footfall.env"
  else
    say "Next: $prefix/bin/footfall serve --data DIR"
  fi
elif [ "$with_serve" = yes ]; then
  exec "$root/dist/footfall" serve "$@"
else
  say "Next: $root/dist/footfall serve    (or ./install.sh serve)"
fi
