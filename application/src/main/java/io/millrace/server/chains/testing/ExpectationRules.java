// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.rule.testrun.TestRunResult;
import io.millrace.server.chains.testing.TestExpectation.DoneEffect;
import io.millrace.server.chains.testing.TestExpectation.Output;
import io.millrace.server.chains.testing.TestExpectation.PassedNode;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks what a test case shall expect. An expectation is explicit: a failure is never expected by accident. */
final class ExpectationRules {

    private ExpectationRules() {}

    /**
     * Returns the expectation of the same result as a run had.
     *
     * @throws ApiException (400) if the run failed or was truncated
     */
    static TestExpectation from(TestRunResult result) {
        if (result.end() instanceof AttemptResult.Failed failed) {
            throw ApiException.badRequest(
                    "expected: the message fails now: %s. If that is right, send \"expected\" with \"outcome\": \"FAILED\""
                            .formatted(reason(failed.failure())));
        }
        if (result.truncated()) {
            throw ApiException.badRequest(
                    "expected: the run has more than %,d steps or effects, which are too many to compare. Send \"expected\" with \"outcome\" only"
                            .formatted(TestRunResult.MOST));
        }
        return TestExpectation.of(result);
    }

    private static String reason(Failure failure) {
        return failure.nodeName() == null
                ? failure.error()
                : "%s in node \"%s\"".formatted(failure.error(), failure.nodeName());
    }

    /**
     * Returns the expectation if it expects something and its parts are complete.
     *
     * @throws ApiException (400) that names the part
     */
    static TestExpectation require(TestExpectation expected) {
        List<Output> outputs = orNone(expected.outputs());
        if (expected.outcome() == null
                && expected.path() == null
                && expected.effects() == null
                && outputs.isEmpty()) {
            throw ApiException.badRequest(
                    "expected: expected at least one of outcome, path, effects and outputs; all are missing");
        }
        requireAll(
                "path", orNone(expected.path()), ExpectationRules::isComplete, "node and labels");
        requireAll(
                "effects",
                orNone(expected.effects()),
                ExpectationRules::isComplete,
                "node and kind");
        requireAll("outputs", outputs, ExpectationRules::isComplete, "node, label and data");
        return expected;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    // JSON may leave out what the records declare as present.

    private static boolean isComplete(PassedNode passed) {
        List<String> labels = passed.labels();
        return passed.node() != null
                && labels != null
                && labels.stream().allMatch(Objects::nonNull);
    }

    private static boolean isComplete(DoneEffect effect) {
        return effect.node() != null && effect.kind() != null;
    }

    private static boolean isComplete(Output output) {
        return output.node() != null && output.label() != null && output.data() != null;
    }

    private static <T> void requireAll(
            String field, List<T> entries, Predicate<T> isComplete, String needed) {
        IntStream.range(0, entries.size())
                .filter(i -> entries.get(i) == null || !isComplete.test(entries.get(i)))
                .findFirst()
                .ifPresent(i -> {
                    throw ApiException.badRequest(
                            "expected.%s[%d]: expected %s; one of them is missing"
                                    .formatted(field, i, needed));
                });
    }
}
