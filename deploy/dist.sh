#!/usr/bin/env bash
# Packs what a host needs into dist/: the programs, their pages of the manual, completions, licences, and what is beside this file.
# `make dist` has built the programs before.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=tefuda-$version-$(uname -m)-linux
to=dist/$name
rm -rf dist
mkdir -p "$to"/{bin,completions,man,deploy}
for program in tefuda kierki-serwer kierki-klient; do
    install -m 755 "target/release/$program" "$to/bin/$program"
    strip "$to/bin/$program"
done
"$to/bin/tefuda" man --out "$to/man"
for program in kierki-serwer kierki-klient; do "$to/bin/$program" --man > "$to/man/$program.1"; done
for shell in bash zsh fish; do "$to/bin/tefuda" completions "$shell" > "$to/completions/tefuda.$shell"; done
node deploy/notices.mjs > "$to/NOTICES.txt"
cp LICENSE-MIT LICENSE-APACHE "$to"
# All documents, and what they show, so that their links lead somewhere.
mapfile -t documents < <(git ls-files '*.md')
mapfile -t pictures < <(grep -oh 'docs/screenshots/[^)]*' README.md)
cp --parents "${documents[@]}" "${pictures[@]}" "$to"
cp deploy/{tefuda.service,nginx.conf,Caddyfile,Containerfile,grafana.json} "$to/deploy"
# The same files give the same archive.
moment=@$(git log -1 --format=%ct)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$moment" -C dist -cf - "$name" | gzip -9n > "dist/$name.tar.gz"
(cd dist && sha256sum "$name.tar.gz" > SHA256SUMS)
ls -l "dist/$name/bin" "dist/$name.tar.gz"
