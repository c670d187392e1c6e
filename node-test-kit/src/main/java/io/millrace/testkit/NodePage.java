// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.rule.catalog.NodeDocumentation;
import io.millrace.rule.node.NodeDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a type's documentation in a file with its annotation and configuration. */
public final class NodePage {

    /** With this system property the file is written. */
    private static final String UPDATE = "docs.update";

    private NodePage() {}

    /**
     * Compares the file; writes it if the system property {@code docs.update} is set.
     *
     * @throws AssertionError if it is not up to date
     */
    public static void verify(NodeDefinition<?> definition, Path file) throws IOException {
        String section = NodeDocumentation.section(definition);
        if (System.getProperty(UPDATE) != null) {
            Files.writeString(file, section);
        }
        String current = Files.exists(file) ? Files.readString(file) : "";
        if (!current.equals(section)) {
            throw new AssertionError(
                    "%s is not up to date; run this test with -D%s".formatted(file, UPDATE));
        }
    }
}
