// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.MessageType;
import io.millrace.rule.node.NodeResult;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts of most paths, each with a number that takes one byte: the message types that Millrace knows, their labels and
 * the most usual labels of nodes. The numbers never outlive the process.
 */
final class KnownTexts {

    /** Returned for a text that has no number. */
    static final int NONE = -1;

    private static final int MOST = 128;
    private static final List<String> TEXTS = texts();
    private static final Map<String, Integer> NUMBERS = numbers();

    private KnownTexts() {}

    private static List<String> texts() {
        Set<String> texts =
                new LinkedHashSet<>(
                        List.of(
                                NodeResult.SUCCESS,
                                NodeResult.FAILURE,
                                "True",
                                "False",
                                "Created",
                                "Updated",
                                "Cleared",
                                MessageType.OTHER));
        for (MessageType type : MessageType.values()) {
            texts.add(type.name());
            texts.add(type.label());
        }
        if (texts.size() > MOST) {
            throw new IllegalStateException("a number takes one byte, so it must be below " + MOST);
        }
        return List.copyOf(texts);
    }

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (String text : TEXTS) {
            numbers.put(text, numbers.size());
        }
        return Map.copyOf(numbers);
    }

    /** Returns the number of a text, from 0 to 127, or {@link #NONE}. */
    static int numberOf(String text) {
        return NUMBERS.getOrDefault(text, NONE);
    }

    /** Returns the text of a number. */
    static String of(int number) {
        return TEXTS.get(number);
    }
}
