// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.answer;

import io.millrace.rule.store.StoreException;

/**
 * The limit of the values in one answer.
 *
 * @param bytes most bytes of the values, as JSON in UTF-8
 */
public record AnswerLimit(long bytes) {

    public static final AnswerLimit DEFAULT = new AnswerLimit(32L << 20);

    /**
     * Returns the error of an answer that is too large.
     *
     * @param values what was asked for, and of which entity
     * @param advice what the caller can do
     */
    public StoreException refusal(String values, String advice) {
        return new StoreException(
                "%s have more than %d bytes; %s".formatted(values, bytes, advice));
    }
}
