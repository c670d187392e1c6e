// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something wrong in the configuration of one node.
 *
 * @param field the field inside the configuration, such as {@code credentials.type}; empty: the configuration as a whole
 * @param message what was expected and what came
 */
record ConfigurationFault(String field, String message) {

    private static final String WHOLE = "configuration";
    private static final Pattern SENTENCE =
            Pattern.compile("([A-Za-z_]\\w*(?:\\.\\w+|\\[[^\\]]*])*): (.+)", Pattern.DOTALL);

    /** What a sentence of the form {@code field: expected ...} says; one of another form is about the whole. */
    static ConfigurationFault of(String sentence) {
        Matcher parts = SENTENCE.matcher(sentence);
        if (!parts.matches()) {
            return new ConfigurationFault("", sentence);
        }
        String field = parts.group(1);
        return new ConfigurationFault(field.equals(WHOLE) ? "" : field, parts.group(2));
    }

    /** The field as a path in the document, from the node's place on. */
    String pathIn(int node) {
        return "nodes[%d].configuration%s".formatted(node, field.isEmpty() ? "" : "." + field);
    }
}
