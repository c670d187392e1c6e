// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeTester;
import org.junit.jupiter.api.Test;

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
