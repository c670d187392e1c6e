// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the other instances answered.
 *
 * @param answers one answer for each instance that answered
 * @param missing the instances that did not
 */
public record PeerAnswers<T>(List<T> answers, List<Unanswered> missing) {

    public PeerAnswers {
        answers = List.copyOf(answers);
        missing = List.copyOf(missing);
    }

    /** No answers, because no instance was asked. */
    public static <T> PeerAnswers<T> none() {
        return new PeerAnswers<>(List.of(), List.of());
    }

    /** The missing instances; null if there are none. */
    public @Nullable List<Unanswered> unanswered() {
        return missing.isEmpty() ? null : missing;
    }

    /** The missing instances with the reasons, separated by commas. */
    public String missingAsText() {
        return missing.stream().map(Unanswered::toString).collect(Collectors.joining(", "));
    }
}
