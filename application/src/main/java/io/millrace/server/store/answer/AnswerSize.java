// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.answer;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.StoreException;

/** Counts the bytes of the values of one answer. Used by one thread. */
public final class AnswerSize {

    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final int FIRST_OF_THREE_BYTES = 0x800;

    private final AnswerLimit limit;
    private final String values;
    private final String advice;
    private long bytes;

    /**
     * Starts an empty answer.
     *
     * @param values what was asked for, and of which entity
     * @param advice what the caller can do if the answer becomes too large
     */
    public AnswerSize(AnswerLimit limit, String values, String advice) {
        this.limit = limit;
        this.values = values;
        this.advice = advice;
    }

    /**
     * Counts a value in its JSON form.
     *
     * @throws StoreException if the answer becomes too large
     */
    public void add(String json) {
        bytes += utf8(json);
        if (bytes > limit.bytes()) {
            throw limit.refusal(values, advice);
        }
    }

    /**
     * Counts a value that is in memory; numbers and booleans do not count.
     *
     * @throws StoreException if the answer becomes too large
     */
    public void add(Value value) {
        switch (value) {
            case StringValue(String text) -> add(text);
            case JsonValue(String text) -> add(text);
            default -> {}
        }
    }

    /** Each half of a surrogate pair counts two of its four bytes. */
    private static long utf8(String text) {
        long size = text.length();
        for (int i = 0, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c >= FIRST_OF_TWO_BYTES) {
                size += c < FIRST_OF_THREE_BYTES || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return size;
    }
}
