#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the AOT cache of an unpacked jar: starts Millrace once, waits until it is ready, and stops it. The JVM then writes
# which classes it has loaded, in their linked form. The cache is valid for this runtime and these files only.
#
#   train.sh JAVA APP      JAVA: the java program; APP: the absolute path of the directory with millrace.jar, which gets
#                          millrace.aot
set -euo pipefail
java=$1
app=$2
options=(--sun-misc-unsafe-memory-access=allow -XX:+UseTransparentHugePages -XX:MaxRAMPercentage=50)
once=$(dirname "$(readlink -f "$0")")/start-once.sh
"$once" "$java" -XX:AOTCacheOutput="$app/millrace.aot" "${options[@]}" -jar "$app/millrace.jar"
"$once" "$java" -XX:AOTCache="$app/millrace.aot" -XX:AOTMode=on "${options[@]}" -jar "$app/millrace.jar"
