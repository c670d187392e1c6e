// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.Payload;

/** Turns payloads into plain text, for nodes that send them to systems that do not read JSON. */
public final class PlainText {

    private PlainText() {}

    /** Returns the text of a JSON string, without quotes and escapes; any other payload unchanged. */
    public static Payload of(Payload payload) {
        String text = payload.text().strip();
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? Payload.ofText(payload.json().asString()) : payload;
    }
}
