#!/usr/bin/env bash
# Builds friendtalk and its extension, installs VS Code for a browser once, and runs the tests of the extension in it.
set -euo pipefail
cd "$(dirname "$0")/../.."

bash test/editors/code-server.sh
npm run build
npm run package --prefix extras/vscode
npx vitest run --config test/editors/vitest.config.ts "$@"
