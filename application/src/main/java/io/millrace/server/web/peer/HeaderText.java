// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

/** Text in the form that an HTTP header can carry. */
final class HeaderText {

    private HeaderText() {}

    /** Returns the text with a question mark for each character that is not printable ASCII. */
    static String of(String text) {
        return text.replaceAll("[^ -~]", "?").strip();
    }
}
