// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

/** Makes texts storable: replaces characters that a column cannot hold, because a dead letter must never be refused. */
final class Texts {

    private static final int LONGEST = 10_000;

    private Texts() {}

    /**
     * Returns the text with NUL characters and unpaired surrogates replaced by U+FFFD, truncated to {@value #LONGEST}
     * characters.
     */
    static String storable(String text) {
        String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
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
