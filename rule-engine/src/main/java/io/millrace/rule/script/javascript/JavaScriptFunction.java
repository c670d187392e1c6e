// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

/** What a call takes of the value that a script returns. All results are texts. */
public enum JavaScriptFunction {

    /** A boolean: {@code true} or {@code false}. */
    FILTER,

    /** A label with {@code =} before it, or a JSON array of labels. */
    LABELS,

    /** Any value as JSON; null if the script returned nothing. */
    JSON,

    /** A text with {@code =} before it. */
    TEXT
}
