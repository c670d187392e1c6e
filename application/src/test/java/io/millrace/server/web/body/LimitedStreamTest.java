// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.web.api.BodyRefusedException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class LimitedStreamTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final BodyBudget budget = new BodyBudget(16 * BodyBudget.STEP);

    private LimitedStream limited(InputStream source, long limit, Duration timeout) {
        return new LimitedStream(new Source(source), budget.open("A"), limit, timeout);
    }

    private LimitedStream limited(String body) {
        return limited(
                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), 1_000, LONG);
    }

    private static void assertRefused(InputStream body, HttpStatus status, String message) {
        assertThatThrownBy(body::readAllBytes)
                .isInstanceOfSatisfying(
                        BodyRefusedException.class,
                        refused -> {
                            assertThat(refused.status()).isEqualTo(status);
                            assertThat(refused).hasMessageContaining(message);
                        });
    }

    @Test
    void passesABodyWithinItsLimits() throws IOException {
        assertThat(limited("{\"name\":\"é\"}").readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"name\":\"é\"}");
        assertThat(limited("é").read()).isEqualTo(0xC3);
        assertThat(limited("").read()).isEqualTo(-1);
    }

    @Test
    void refusesALongerBody() {
        assertRefused(
                limited("x".repeat(1_001)), HttpStatus.CONTENT_TOO_LARGE, "larger than 1000 bytes");
    }

    @Test
    void refusesTextThatCannotBeStored() {
        assertRefused(
                limited("{\"name\":\"\\ud83d\"}"),
                HttpStatus.BAD_REQUEST,
                "body: \"name\" has \\ud83d, half of a surrogate pair");
    }

    @Test
    void refusesABodyForWhichThereIsNoRoom() throws IOException {
        try (BodyBudget.Account other = budget.open("A")) {
            other.grow(8 * BodyBudget.STEP);

            assertRefused(limited("{}"), HttpStatus.SERVICE_UNAVAILABLE, "is in use");
        }
    }

    @Test
    void cutsABodyThatTakesTooLong() {
        InputStream trickle =
                new InputStream() {
                    @Override
                    public int read() {
                        return ' ';
                    }
                };

        assertRefused(
                limited(trickle, Long.MAX_VALUE, Duration.ZERO),
                HttpStatus.REQUEST_TIMEOUT,
                "did not arrive within 0 seconds");
    }

    @Test
    void cutsABodyThatStalls() {
        InputStream stalled =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new ClientAbortException(new SocketTimeoutException());
                    }
                };

        assertRefused(
                limited(stalled, 1_000, LONG), HttpStatus.REQUEST_TIMEOUT, "stopped in the middle");
    }

    private static final class Source extends ServletInputStream {

        private final InputStream bytes;

        Source(InputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            return bytes.read();
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("this stream is read by a thread that waits");
        }
    }
}
