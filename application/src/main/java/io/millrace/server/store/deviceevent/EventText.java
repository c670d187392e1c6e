// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.server.platform.jsonb.JsonbValues;
import org.jspecify.annotations.Nullable;

/** Makes texts of clients storable: PostgreSQL refuses some characters, and a text has a limit. */
final class EventText {

    static final int MAX_LENGTH = 512;

    private static final char REPLACEMENT = '\ufffd';
    private static final String ELLIPSIS = "…";

    private EventText() {}

    /** The text, cut at {@link #MAX_LENGTH} characters, with replacements for characters that cannot be stored. */
    static @Nullable String of(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String cut =
                text.length() <= MAX_LENGTH
                        ? text
                        : text.substring(0, MAX_LENGTH - ELLIPSIS.length()) + ELLIPSIS;
        if (JsonbValues.isStorable(cut)) {
            return cut;
        }
        return cut.codePoints()
                .map(point -> isStorable(point) ? point : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isStorable(int point) {
        return point != 0
                && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
