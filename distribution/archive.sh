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
tar -C "$directory/distribution" -czf "$directory/$name.tar.gz" "millrace-$version"
echo "$directory/$name.tar.gz"
