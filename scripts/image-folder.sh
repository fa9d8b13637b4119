#!/bin/sh
# Unpacks the programs of a release into the folder that the image is built from: ./scripts/image-folder.sh [RELEASE [FOLDER]].
# Without arguments: from dist/release, which scripts/release.sh makes, into dist/image.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
release=${1:-"$root/dist/release"}
folder=${2:-"$root/dist/image"}

rm -rf "$folder"
mkdir -p "$folder/data"
for pair in x64:amd64 arm64:arm64; do
  tar -xzf "$release/footfall-linux-${pair%:*}.tar.gz" -C "$folder" footfall
  mv "$folder/footfall" "$folder/footfall-${pair#*:}"
done
echo "$folder"
