// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sections of documentation of the nodes that ship as plugins. Their modules keep them in {@code node.md}. */
final class ShippedNodes {

    private static final Path MODULES = Path.of("..", "nodes");
    private static final Pattern HEAD =
            Pattern.compile("^\\n### ([^\\n]+)\\n\\n`[^`]+`, ThingsBoard's `([^`]+)`\\n");

    private ShippedNodes() {}

    /** Returns the sections by the names of their modules. */
    static List<String> sections() throws IOException {
        try (Stream<Path> modules = Files.list(MODULES)) {
            return modules.map(module -> module.resolve("node.md"))
                    .filter(Files::exists)
                    .sorted()
                    .map(ShippedNodes::read)
                    .toList();
        }
    }

    /** Returns the name of each node by ThingsBoard's class name. */
    static Map<String, String> names() throws IOException {
        Map<String, String> names = new TreeMap<>();
        for (String section : sections()) {
            Matcher head = HEAD.matcher(section);
            if (!head.find()) {
                throw new IllegalStateException("must be name and types, not " + section);
            }
            names.put(head.group(2), head.group(1));
        }
        return names;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
