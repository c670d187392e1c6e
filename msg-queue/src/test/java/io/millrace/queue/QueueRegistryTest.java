// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues that change their topic, and the former ones. */
class QueueRegistryTest {

    private static final QueueDefinition FIRST = QueueDefinition.MAIN;
    private static final QueueDefinition SECOND = FIRST.inTopic("second", 7, FIRST.topic());

    private final QueueRegistry registry = new QueueRegistry(List.of(FIRST));
    private final NamedQueue first = registry.of(message(device(1), 1));

    @Test
    void messagesGoToTheNewTopicAndTheFormerQueueIsItsPredecessor() {
        registry.replace(List.of(SECOND), List.of(FIRST));

        NamedQueue second = registry.of(message(device(1), 1));
        assertThat(second.definition()).isEqualTo(SECOND);
        assertThat(second.definition().isWaiting()).isTrue();
        assertThat(registry.retired()).containsExactly(first);
        assertThat(first.isGone()).isTrue();
        assertThat(registry.predecessorOf(second)).isSameAs(first);
        assertThat(registry.predecessorOf(first)).isNull();
    }

    @Test
    void theSameQueueGoesOnWhenItNoLongerWaits() {
        registry.replace(List.of(SECOND), List.of(FIRST));
        NamedQueue second = registry.of(message(device(1), 1));

        registry.replace(List.of(SECOND.inTopic("second", 7, null)), List.of(FIRST));

        assertThat(registry.of(message(device(1), 1))).isSameAs(second);
        assertThat(second.definition().isWaiting()).isFalse();
        assertThat(registry.predecessorOf(second)).isNull();
    }

    @Test
    void aFormerQueueFollowsItsDefinition() {
        registry.replace(List.of(SECOND), List.of(FIRST));

        registry.replace(List.of(SECOND), List.of(FIRST.withRetry(RetryPolicy.DROP)));

        assertThat(registry.retired()).containsExactly(first);
        assertThat(first.definition().retry()).isEqualTo(RetryPolicy.DROP);
        assertThat(first.isGone()).isTrue();
    }
}
