// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault in the configuration of one node.
 *
 * @param field the field inside the configuration, such as {@code credentials.type}; empty: the whole configuration
 * @param message what was expected and what was found
 */
record ConfigurationFault(String field, String message) {

    private static final String WHOLE = "configuration";
    private static final Pattern SENTENCE =
            Pattern.compile("([A-Za-z_]\\w*(?:\\.\\w+|\\[[^\\]]*])*): (.+)", Pattern.DOTALL);

    /**
     * Parses a sentence of the form {@code field: must be ...}; a sentence of another form is about the whole
     * configuration.
     */
    static ConfigurationFault of(String sentence) {
        Matcher parts = SENTENCE.matcher(sentence);
        if (!parts.matches()) {
            return new ConfigurationFault("", sentence);
        }
        String field = parts.group(1);
        return new ConfigurationFault(field.equals(WHOLE) ? "" : field, parts.group(2));
    }

    /** Returns the field as a path in the document, for the node with this index. */
    String pathIn(int node) {
        return "nodes[%d].configuration%s".formatted(node, field.isEmpty() ? "" : "." + field);
    }
}
