// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

/** Makes texts storable: replaces characters that a column cannot hold, because a row must never be refused. */
public final class Texts {

    private static final int LONGEST = 10_000;

    private Texts() {}

    /**
     * Returns the text with NUL characters and unpaired surrogates replaced by U+FFFD, truncated to {@value #LONGEST}
     * characters.
     */
    static String storable(String text) {
        return storable(
                text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…", LONGEST + 1);
    }

    /**
     * Returns the text with NUL characters and unpaired surrogates replaced by U+FFFD, cut to a number of characters
     * without a mark.
     */
    public static String storable(String text, int longest) {
        String cut = text.length() <= longest ? text : text.substring(0, longest);
        StringBuilder storable = new StringBuilder(cut.length());
        cut.codePoints()
                .map(c -> c == 0 || isHalfOfAPair(c) ? '\ufffd' : c)
                .forEach(storable::appendCodePoint);
        return storable.toString();
    }

    private static boolean isHalfOfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
