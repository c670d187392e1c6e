// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rate limit in ThingsBoard's format: {@code 10:1,300:60} allows 10 messages in a second and 300 in a minute. Both must
 * allow a message.
 *
 * @param text as it was given
 * @param windows at least one; no two have the same length
 */
public record RateLimit(String text, List<Window> windows) {

    private static final Pattern WINDOW = Pattern.compile("(\\d{1,10}):(\\d{1,10})");
    private static final long MOST = 1_000_000_000;
    private static final long LONGEST_SECONDS = Duration.ofDays(366).toSeconds();
    private static final int MOST_WINDOWS = 10;

    public RateLimit {
        windows = List.copyOf(windows);
    }

    /**
     * One of the parts of a limit.
     *
     * @param capacity most messages, or values, within the length
     */
    public record Window(long capacity, Duration length) {}

    /** The length of the longest window: a limit that is not used for that time is full again. */
    public Duration longest() {
        return windows.stream().map(Window::length).max(Duration::compareTo).orElseThrow();
    }

    /**
     * Reads a limit.
     *
     * @throws IllegalArgumentException if the text is not valid; the message says what is wrong
     */
    public static RateLimit parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length > MOST_WINDOWS) {
            throw new IllegalArgumentException(
                    "must have at most %d entries, but has %d"
                            .formatted(MOST_WINDOWS, parts.length));
        }
        List<Window> windows = new ArrayList<>();
        Set<Duration> lengths = new HashSet<>();
        for (String part : parts) {
            Window window = window(part.strip());
            if (!lengths.add(window.length())) {
                throw new IllegalArgumentException(
                        "has two entries for %d seconds; only one is allowed"
                                .formatted(window.length().toSeconds()));
            }
            windows.add(window);
        }
        return new RateLimit(text, windows);
    }

    private static Window window(String part) {
        Matcher matcher = WINDOW.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be entries of capacity:seconds, separated by commas, such as 10:1,300:60, but has the entry '%s'"
                            .formatted(part));
        }
        return new Window(
                within("capacity", matcher.group(1), MOST, part),
                Duration.ofSeconds(within("seconds", matcher.group(2), LONGEST_SECONDS, part)));
    }

    private static long within(String name, String digits, long most, String part) {
        long number = Long.parseLong(digits);
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(
                    "the %s of the entry '%s' must be from 1 to %d".formatted(name, part, most));
        }
        return number;
    }
}
