#!/bin/sh
# Downloads the packages of Debian whose images a list names, by default the one beside this file
# (580 MB). Then it builds the metric.
set -eu
folder="$PWD/.build/encoders"
mkdir -p "$folder/packages" "$folder/downloads"
for name in $(cut -f 2 "${1:-bench/encoders/images.tsv}" | cut -d / -f 1 | sort -u); do
  [ -d "$folder/packages/$name" ] && continue
  (cd "$folder/downloads" && apt-get download "$name")
  dpkg-deb -x "$folder/downloads/$name"_*.deb "$folder/packages/$name"
done
# with the FMA of this machine the metric is three times as quick, and its scores are the same
RUSTFLAGS="-C target-cpu=native" CARGO_TARGET_DIR="$folder/metric" cargo build --release --locked --manifest-path bench/encoders/metric/Cargo.toml
