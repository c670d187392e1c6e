// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.pattern.LinearPattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Matches keys against several regular expressions, compiled once. Most expressions are plain names. */
final class KeyPatterns {

    /** Limit of the states of all expressions together, which bounds the cost of one character of a key. */
    private static final int MOST_STATES = 2_000;

    private static final Pattern PLAIN = Pattern.compile("[\\w\\-:/ ]*");

    private final Set<String> names;
    private final List<LinearPattern> patterns;

    private KeyPatterns(Set<String> names, List<LinearPattern> patterns) {
        this.names = Set.copyOf(names);
        this.patterns = List.copyOf(patterns);
    }

    /**
     * Compiles the expressions of a field.
     *
     * @throws InvalidConfigurationException if some are invalid, or all together cost too much
     */
    static KeyPatterns of(String field, Collection<String> expressions) {
        Set<String> names = new HashSet<>();
        List<LinearPattern> patterns = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (String expression : expressions) {
            if (PLAIN.matcher(expression).matches()) {
                names.add(expression);
                continue;
            }
            try {
                patterns.add(LinearPattern.of(expression));
            } catch (IllegalArgumentException e) {
                faults.add(
                        "%s: must be a regular expression (RE2), not \"%s\": %s"
                                .formatted(field, expression, e.getMessage()));
            }
        }
        if (!faults.isEmpty()) {
            throw new InvalidConfigurationException(faults);
        }
        int states = patterns.stream().mapToInt(LinearPattern::size).sum();
        if (states > MOST_STATES) {
            throw new InvalidConfigurationException(
                    "%s: must have at most %d states together, not %d"
                            .formatted(field, MOST_STATES, states));
        }
        return new KeyPatterns(names, patterns);
    }

    /** True if any of the expressions matches the whole key. */
    boolean match(String key) {
        return names.contains(key) || patterns.stream().anyMatch(pattern -> pattern.matches(key));
    }
}
