#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the AOT cache of an unpacked jar: starts Millrace once, waits until it is ready, and stops it. The JVM then writes
# which classes it has loaded, in their linked form. The cache is valid for this runtime and these files only. A JVM that
# loads it must start, or there is no cache.
#
#   train.sh JAVA APP      JAVA: the java program; APP: the directory with millrace.jar, which gets millrace.aot
set -euo pipefail
java=$1
app=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SERVER_PORT=0 MILLRACE_MQTT_PORT=0 MILLRACE_DATA_DIR=$work/data MILLRACE_ADMIN_PASSWORD=training-only \
    "$java" -XX:AOTCacheOutput="$app/millrace.aot" --sun-misc-unsafe-memory-access=allow -Dspring.aot.enabled=true -XX:MaxRAMPercentage=50 \
    -jar "$app/millrace.jar" > "$work/log" 2>&1 &
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
if [ $ready = no ] || [ ! -s "$app/millrace.aot" ]; then
    rm -f "$app/millrace.aot"
    cat "$work/log" >&2
    echo "No AOT cache: Millrace was ready: $ready; it ended with status $status" >&2
    exit 1
fi
if ! "$java" -XX:AOTCache="$app/millrace.aot" -XX:AOTMode=on --sun-misc-unsafe-memory-access=allow -XX:MaxRAMPercentage=50 \
    -cp "$app/millrace.jar" -version > "$work/log" 2>&1; then
    rm -f "$app/millrace.aot"
    cat "$work/log" >&2
    echo "No AOT cache: a JVM does not start with it" >&2
    exit 1
fi
