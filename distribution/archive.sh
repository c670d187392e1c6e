#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Packs the jar, a Java runtime made for it, and an AOT cache into an archive for this machine's system and architecture.
#
#   archive.sh JAVA_HOME JAR VERSION DIRECTORY      takes the nodes beside JAR along; leaves DIRECTORY/millrace-VERSION-linux-ARCHITECTURE.tar.gz
set -euo pipefail
jdk=$1
jar=$2
version=$3
directory=$4
here=$(dirname "$(readlink -f "$0")")
name=millrace-$version-linux-$(uname -m)
home=$directory/distribution/millrace-$version

# What the libraries use, and what an operator needs to look into a running JVM.
modules=java.se,jdk.attach,jdk.crypto.ec,jdk.charsets,jdk.jcmd,jdk.jfr,jdk.localedata,jdk.management
modules+=,jdk.management.agent,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.unsupported,jdk.zipfs

rm -rf "$home"
mkdir -p "$home"
"$jdk/bin/jlink" --add-modules "$modules" --include-locales en --strip-debug --no-man-pages --no-header-files \
    --output "$home/runtime"
"$jdk/bin/java" -Djarmode=tools -jar "$jar" extract --destination "$home/app"
"$jdk/bin/java" "$here/Unseal.java" "$home/app/lib"
cp -r "$(dirname "$jar")/nodes" "$home/app/nodes"
cp -r "$here/bin" "$here/millrace.service" "$here/../LICENSE" "$home"
"$here/train.sh" "$home/runtime/bin/java" "$home/app"
archive=$directory/$name.tar.gz
tar -C "$directory/distribution" -czf "$archive" "millrace-$version"

# Those who use the archive unpack it at another place, where classes of the cache have lost their location. So it must
# start at another place, with its nodes, after the directory that the cache knows is gone.
rm -rf "$home"
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
tar -C "$elsewhere" -xzf "$archive"
MILLRACE_JAVA_OPTIONS="-XX:MaxRAMPercentage=50 -Xlog:class+load:file=$elsewhere/classes::filecount=0" \
    "$here/start-once.sh" "$elsewhere/millrace-$version/bin/millrace"
if ! grep -q io.millrace.node.mqtt.MqttNodes "$elsewhere/classes"; then
    echo "The archive does not find its nodes" >&2
    exit 1
fi
echo "$archive"
