#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The first step of the build: says in one sentence what is missing, before a stack trace could.
needed="The web UI needs Node.js 20.19 or later with npm (or build without the UI: -Dskip.ui)"

if ! command -v node >/dev/null 2>&1; then
  echo "$needed; there is no \"node\" on the PATH." >&2
  exit 1
fi
if ! command -v npm >/dev/null 2>&1; then
  echo "$needed; there is no \"npm\" on the PATH." >&2
  exit 1
fi
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
              process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'; then
  echo "$needed; \"node\" on the PATH is $(node -v)." >&2
  exit 1
fi
