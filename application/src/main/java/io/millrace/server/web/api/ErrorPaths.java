// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.List;

/** The form of the errors below a path. */
public final class ErrorPaths {

    private static final List<String> PLAIN_TEXT =
            List.of("/api/plugins/telemetry/", "/api/rule-engine/", "/api/v1/");

    private ErrorPaths() {}

    /** Returns whether the controllers of a path report errors as plain text, as ThingsBoard's clients expect. */
    public static boolean arePlainText(String path) {
        return PLAIN_TEXT.stream().anyMatch(path::startsWith);
    }
}
