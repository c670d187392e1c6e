// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeResultTest {

    private static final RuleMessage MESSAGE = NodeTester.telemetry("{}");

    private static final class Slow extends RuntimeException implements TimedOut {
        Slow() {
            super("too slow");
        }
    }

    static Stream<Exception> timeOuts() {
        return Stream.of(
                new TimeoutException("too slow"),
                new HttpTimeoutException("too slow"),
                new HttpConnectTimeoutException("too slow"),
                new Slow());
    }

    @ParameterizedTest
    @MethodSource("timeOuts")
    void tellsATimeOutFromOtherFailures(Exception timeOut) {
        NodeResult.Failed expected = new NodeResult.Failed(MESSAGE, "too slow", true);

        assertThat(NodeResult.failed(MESSAGE, timeOut)).isEqualTo(expected);
        assertThat(NodeResult.failed(MESSAGE, new CompletionException(timeOut)))
                .isEqualTo(expected);
    }

    @Test
    void isNoTimeOutWhereAnExceptionOnlyMentionsOne() {
        assertThat(NodeResult.failed(MESSAGE, new IOException("broken", new TimeoutException())))
                .isEqualTo(new NodeResult.Failed(MESSAGE, "broken"));
    }

    @Test
    void namesTheClassOfAnExceptionThatSaysNothing() {
        assertThat(NodeResult.failed(MESSAGE, new TimeoutException()))
                .isEqualTo(new NodeResult.Failed(MESSAGE, "TimeoutException", true));
    }
}
