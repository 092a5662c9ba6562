#!/usr/bin/env bash
# Installs what the tests need beside Node: a browser with Korean fonts, curl, Neovim, Emacs and PostgreSQL. On Debian; elsewhere it says what is missing.
set -euo pipefail

missing=()
# Without windows it does what the tests ask of it in less processor time.
if ! command -v chromium-headless-shell >/dev/null; then
  # Where nothing can be installed, any other will do.
  if command -v apt-get >/dev/null || ! command -v chromium >/dev/null; then missing+=(chromium-headless-shell fonts-noto-cjk); fi
fi
for command in curl; do
  command -v "$command" >/dev/null || missing+=("$command")
done
# Editors with a language client of their own; that of Emacs is part of it from 29.
command -v nvim >/dev/null || missing+=(neovim)
command -v emacs >/dev/null || missing+=(emacs-nox elpa-eglot)
# The tests start servers of their own: the one that Debian's package starts is not used.
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || missing+=(postgresql)

if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "The tests need ${missing[*]}: install them; any Chromium or Chrome will do." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update
# Not every release of Debian and its kin has it.
if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then missing=("${missing[@]/#chromium-headless-shell/chromium}"); fi
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
