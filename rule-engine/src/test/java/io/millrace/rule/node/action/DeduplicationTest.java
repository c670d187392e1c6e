// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeTester;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeduplicationTest {

    private final Deduplication deduplication = new Deduplication(10);

    @Test
    void letsTheFirstMessageOfAnIntervalPass() {
        assertThat(deduplication.passes(message(), 1_000)).isTrue();
        assertThat(deduplication.passes(message(), 9_999)).isFalse();
        assertThat(deduplication.passes(message(), 10_000)).isTrue();
    }

    @Test
    void letsTheSameMessagePassAgain() {
        RuleMessage first = message();

        assertThat(deduplication.passes(first, 1_000)).isTrue();
        assertThat(deduplication.passes(first, 1_000)).isTrue();
    }

    @Test
    void remembersIntervalsThatComeInAnyOrder() {
        assertThat(deduplication.passes(message(), 50_000)).isTrue();
        assertThat(deduplication.passes(message(), 1_000)).isTrue();
        assertThat(deduplication.passes(message(), 51_000)).isFalse();
    }

    @Test
    void tellsOriginatorsApart() {
        assertThat(deduplication.passes(message(), 1_000)).isTrue();
        assertThat(deduplication.passes(messageOf(new DeviceId(TimeOrderedUuid.next())), 1_000))
                .isTrue();
    }

    @Test
    void forgetsTheOldestWhenItIsFull() {
        assertThat(deduplication.passes(message(), 1_000)).isTrue();
        for (int i = 0; i < Deduplication.CAPACITY - 1; i++) {
            deduplication.passes(messageOf(new DeviceId(TimeOrderedUuid.next())), 1_000);
        }
        assertThat(deduplication.passes(message(), 1_000)).isFalse();

        deduplication.passes(messageOf(new DeviceId(TimeOrderedUuid.next())), 1_000);

        assertThat(deduplication.passes(message(), 1_000)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 86_400})
    void anIntervalMayLastFromASecondToADay(int seconds) {
        assertThatCode(() -> Deduplication.checkInterval(seconds)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 86_401})
    void anIntervalOfAnotherLengthIsRefused(int seconds) {
        assertThatThrownBy(() -> Deduplication.checkInterval(seconds))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "deduplicationIntervalSecs: must be from 1 to 86400 seconds, not "
                                + seconds);
    }

    private static RuleMessage message() {
        return messageOf(NodeTester.DEVICE);
    }

    private static RuleMessage messageOf(DeviceId device) {
        return RuleMessage.of(
                NodeTester.TENANT,
                device.entity(),
                "T",
                Metadata.EMPTY,
                Payload.EMPTY_OBJECT,
                NodeTester.TS);
    }
}
