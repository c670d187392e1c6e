// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Describes the machine. */
final class Machine {

    private Machine() {}

    static String text() throws IOException {
        return String.format(
                Locale.ROOT,
                "%d cores (%s), %.0f GB of memory, Linux %s, JDK %s",
                Runtime.getRuntime().availableProcessors(),
                value(Path.of("/proc/cpuinfo"), "model name"),
                Double.parseDouble(value(Path.of("/proc/meminfo"), "MemTotal").split(" ")[0])
                        / (1 << 20),
                System.getProperty("os.version"),
                Runtime.version());
    }

    private static String value(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("0");
    }
}
