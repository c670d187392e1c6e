// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class UplinkIntakeTest {

    private final FakeQueue queue = new FakeQueue();
    private final UplinkIntake intake =
            new UplinkIntake(queue, Duration.ofMillis(200), Duration.ofMillis(200));

    private static RuleMessage message() {
        return RuleMessage.of(
                new TenantId(UUID.randomUUID()),
                new DeviceId(UUID.randomUUID()).entity(),
                "POST_TELEMETRY_REQUEST",
                Metadata.EMPTY,
                Payload.EMPTY_OBJECT,
                0);
    }

    @Test
    void returnsWhenAllMessagesAreSafe() throws InterruptedException {
        intake.submit(List.of(message(), message()));

        assertThat(queue.accepted).hasSize(2);
    }

    @Test
    void waitsForRoom() throws InterruptedException {
        queue.answers.add(MessageQueue.Admission.FULL);
        queue.answers.add(MessageQueue.Admission.FULL);

        new UplinkIntake(queue, Duration.ofMinutes(1), Duration.ofMinutes(1))
                .submit(List.of(message()));

        assertThat(queue.accepted).hasSize(1);
    }

    @Test
    void refusesAMessageForWhichThereIsNoRoomInTime() {
        queue.always = MessageQueue.Admission.FULL;

        assertUnavailable("no room");
    }

    @Test
    void refusesMessagesWhileTheServiceStops() {
        queue.always = MessageQueue.Admission.CLOSED;

        assertUnavailable("stopping");
    }

    @Test
    void refusesAMessageThatIsNotSafeInTime() {
        queue.isSafe = false;

        assertUnavailable("not stored yet");
    }

    @Test
    void refusesAMessageThatIsTooLargeForTheQueue() {
        queue.isTooLarge = true;

        assertThatThrownBy(() -> intake.submit(List.of(message())))
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal ->
                                assertThat(refusal.status())
                                        .isEqualTo(HttpStatus.CONTENT_TOO_LARGE));
    }

    private void assertUnavailable(String reason) {
        assertThatThrownBy(() -> intake.submit(List.of(message())))
                .hasMessageContaining(reason)
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal -> {
                            assertThat(refusal.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
                            assertThat(refusal.retryAfter()).isPositive();
                        });
    }

    private static final class FakeQueue implements MessageQueue {

        final Queue<Admission> answers = new ArrayDeque<>();
        final List<RuleMessage> accepted = new ArrayList<>();
        Admission always = Admission.ACCEPTED;
        boolean isSafe = true;
        boolean isTooLarge;

        @Override
        public Admission submit(RuleMessage message, Source source, Receipt receipt) {
            assertThat(source).isEqualTo(Source.DEVICE);
            if (isTooLarge) {
                throw new IllegalArgumentException("a message of at most 1 byte");
            }
            Admission next = answers.isEmpty() ? always : answers.remove();
            if (next == Admission.ACCEPTED) {
                accepted.add(message);
                if (isSafe) {
                    receipt.safe();
                }
            }
            return next;
        }

        @Override
        public void drop(RuleMessage message, Source source) {
            throw new AssertionError("the device sends the message again");
        }

        @Override
        public Ledger ledger() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Unfinished> find(UUID message) {
            return List.of();
        }
    }
}
