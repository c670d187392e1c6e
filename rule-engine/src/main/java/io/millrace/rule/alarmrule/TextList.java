// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.Arrays;
import java.util.List;

/** A list of texts in one text, separated by commas. */
final class TextList {

    private TextList() {}

    /**
     * Returns the elements without blanks around them. If all of them are in quotes of the same kind, the quotes are
     * removed.
     */
    static List<String> of(String text) {
        List<String> elements = Arrays.stream(text.split(",")).map(String::trim).toList();
        return areQuoted(elements, '\'') || areQuoted(elements, '"')
                ? elements.stream().map(each -> each.substring(1, each.length() - 1)).toList()
                : elements;
    }

    private static boolean areQuoted(List<String> elements, char quote) {
        return elements.stream()
                .allMatch(each ->
                        each.length() >= 2
                                && each.charAt(0) == quote
                                && each.charAt(each.length() - 1) == quote);
    }
}
