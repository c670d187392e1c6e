// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Pairs of {@code --name value}. Each is read once; an invalid one causes a {@link LoadException}. */
public final class Arguments {

    private final Map<String, String> given = new LinkedHashMap<>();

    public Arguments(String... words) {
        for (int i = 0; i < words.length; i += 2) {
            if (!words[i].startsWith("--")) {
                throw new LoadException("Expected --name value, got " + words[i] + ".");
            }
            if (i + 1 == words.length) {
                throw new LoadException(words[i] + ": expected a value; there is none.");
            }
            given.put(words[i].substring(2), words[i + 1]);
        }
    }

    public String text(String name, String otherwise) {
        String text = given.remove(name);
        return text == null ? otherwise : text;
    }

    public int number(String name, int otherwise, int least, int most) {
        String text = given.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // reported below, as a number out of bounds is
        }
        throw new LoadException(
                "--%s: expected a number from %d to %d, got %s."
                        .formatted(name, least, most, text));
    }

    /** Names that are separated by commas; none if they are not given. */
    public List<String> names(String name) {
        String text = given.remove(name);
        return text == null ? List.of() : List.of(text.split(","));
    }

    public boolean flag(String name) {
        return oneOf(Boolean.class, name, false, Map.of("true", true, "false", false));
    }

    public <T> T oneOf(Class<T> type, String name, T otherwise, Map<String, T> choices) {
        String text = given.remove(name);
        if (text == null) {
            return otherwise;
        }
        T chosen = choices.get(text);
        if (chosen == null) {
            throw new LoadException(
                    "--%s: expected %s, got %s."
                            .formatted(
                                    name,
                                    choices.keySet().stream()
                                            .sorted()
                                            .collect(Collectors.joining(" or ")),
                                    text));
        }
        return type.cast(chosen);
    }

    public void requireAllTaken() {
        if (!given.isEmpty()) {
            throw new LoadException(
                    "There is no option --" + given.keySet().iterator().next() + ".");
        }
    }
}
