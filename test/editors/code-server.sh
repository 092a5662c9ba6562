#!/usr/bin/env bash
# Installs VS Code for a browser, code-server from npm, and Microsoft's Korean texts for it: outside the checkout, once.
# The tests of the extension run in it: see workbench.ts. On Debian; elsewhere it says what is missing.
set -euo pipefail
recipes=$(cd "$(dirname "$0")" && pwd)

version=4.96.4
node_major=20
# The last release of this package that says which text each translation belongs to: it fits three quarters of this VS Code.
korean=@codingame/monaco-vscode-language-pack-ko@4.3.2

cache=${XDG_CACHE_HOME:-$HOME/.cache}/friendtalk
target=$cache/code-server-$version
# Another recipe, Node or machine makes another installation.
recipe="$(cat "$recipes/code-server.sh" "$recipes/korean-pack.mjs" | sha256sum | cut -d' ' -f1) $(node -p '`${process.platform} ${process.arch} ${process.versions.modules}`')"

say() { echo "code-server: $*" >&2; }
stop() {
  say "$*"
  exit 1
}

# Runs one step of the recipe; what it prints is only of interest when it fails.
step() {
  local name=$1
  shift
  say "$name"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    stop "failed at: $name. The whole output is in $log."
  fi
}

[ "$(node -p 'process.versions.node.split(".")[0]')" = $node_major ] ||
  stop "version $version runs on Node $node_major; this is $(node --version)."

missing=()
for package in build-essential python3 pkg-config libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
# Its own search tool is downloaded by an install script.
command -v rg >/dev/null || missing+=(ripgrep)
mkdir -p "$cache"
log=$cache/code-server.log
# Whoever comes second waits, and then finds the installation. The lock goes with the process, however that ends.
exec 9>"$cache/code-server.lock"
if ! flock -n 9; then
  say 'waiting for another installation to end'
  flock 9
fi
if [ ${#missing[@]} -gt 0 ]; then
  command -v apt-get >/dev/null || stop "it needs ${missing[*]}."
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  step 'reading the lists of Debian packages' "${as_root[@]}" apt-get update
  step "installing ${missing[*]}" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
fi

if [ "$(cat "$target/complete" 2>/dev/null)" = "$recipe" ]; then exit 0; fi

# What an interrupted installation left; the lock says that nobody is at work.
rm -rf "$target".partial.*
work=$(mktemp -d "$target.partial.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true }' >package.json
quiet=(--no-audit --no-fund --loglevel=error)
step "installing version $version from npm" npm install --ignore-scripts "${quiet[@]}" "code-server@$version"
editor=$work/node_modules/code-server/lib/vscode
cd "$editor"
# One dependency is pinned to a git host; the registry has the same version.
step 'taking every dependency of VS Code from npm' node -e '
  const { readFileSync, writeFileSync } = require("node:fs")
  const file = "npm-shrinkwrap.json"
  const lock = JSON.parse(readFileSync(file, "utf8"))
  for (const pinned of Object.values(lock.packages))
    if (pinned.resolved?.startsWith("git")) {
      delete pinned.resolved
      delete pinned.integrity
    }
  writeFileSync(file, JSON.stringify(lock))'
step 'installing the dependencies of VS Code' npm install --omit=dev --ignore-scripts "${quiet[@]}"
native=(node-pty @vscode/spdlog native-watchdog @parcel/watcher kerberos)
step 'compiling its native modules' npm rebuild "${quiet[@]}" "${native[@]}"
(cd "$work" && step 'compiling argon2' npm rebuild "${quiet[@]}" --build-from-source argon2)
ln -s node_modules node_modules.asar
mkdir -p node_modules/@vscode/ripgrep/bin
ln -s "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
step 'loading what was compiled' node -e 'process.argv.slice(1).forEach((name) => require(name))' \
  ./node_modules/{node-pty,@vscode/spdlog,native-watchdog,@parcel/watcher,kerberos} "$work/node_modules/argon2"

mkdir "$work/korean"
cd "$work/korean"
step 'fetching the Korean texts of VS Code' npm pack --loglevel=error "$korean"
step 'unpacking them' tar -xzf "$(echo ./*.tgz)"
step 'making a language pack of them' node "$recipes/korean-pack.mjs" "$work/korean/package" "$work/language-pack"
rm -rf "$work/korean"

printf '%s\n' "$recipe" >"$work/complete"
rm -rf "$target"
mv "$work" "$target"
say "installed in $target"
