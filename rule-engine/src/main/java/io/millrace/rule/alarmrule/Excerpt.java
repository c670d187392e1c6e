// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

/** Texts of users in messages about faults. */
final class Excerpt {

    private static final int LONGEST = 60;

    private Excerpt() {}

    /** Returns a text in quotes, and only its beginning if it is long. */
    static String of(String text) {
        return text.length() <= LONGEST
                ? "\"" + text + "\""
                : "\"%s…\" with %d characters".formatted(text.substring(0, LONGEST), text.length());
    }
}
