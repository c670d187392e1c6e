#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Starts Millrace by a command, on free ports over an empty data directory, waits until it is ready, and stops it:
#
#   start-once.sh COMMAND ARGUMENT...
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SERVER_PORT=0 MILLRACE_MQTT_PORT=0 MILLRACE_DATA_DIR=$work/data MILLRACE_ADMIN_PASSWORD=training-only \
    "$@" > "$work/log" 2>&1 &
pid=$!
ready=no
for _ in $(seq 240); do
    if grep -q 'Millrace is ready' "$work/log"; then
        ready=yes
        break
    fi
    kill -0 $pid 2> /dev/null || break
    sleep 0.5
done
kill "$pid" 2> /dev/null || true
status=0
wait $pid || status=$?
if [ $ready = no ]; then
    cat "$work/log" >&2
    echo "Millrace did not become ready; it ended with status $status: $*" >&2
    exit 1
fi
