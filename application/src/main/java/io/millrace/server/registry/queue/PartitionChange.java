// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a change of a queue does to its partitions, and how users and operators are told. */
final class PartitionChange {

    private static final Logger log = LoggerFactory.getLogger(PartitionChange.class);

    private final Queue before;
    private final QueueDocument after;
    private final boolean moves;

    PartitionChange(Queue before, QueueDocument after, QueueRepository queues) {
        this.before = before;
        this.after = after;
        this.moves = queues.moves(before, after);
    }

    /**
     * Checks that the queue can have a new topic.
     *
     * @throws ApiException (400) if its name would be too long for Kafka
     */
    void requirePossible() {
        if (moves && before.nextLogTopic().length() > LogTopics.MAX_LENGTH) {
            throw ApiException.badRequest(
                    "partitions: expected %d, since another change needs the topic '%s', whose name is longer than the %d characters that Kafka allows; create a queue with a shorter topic"
                            .formatted(
                                    before.document().partitions(),
                                    before.nextLogTopic(),
                                    LogTopics.MAX_LENGTH));
        }
    }

    /** The refusal if another queue has the name of the new topic. */
    ApiException topicTaken() {
        return ApiException.badRequest(
                "partitions: the change needs the topic '%s', but another queue has it, or one that differs only in '.' and '_'"
                        .formatted(before.nextLogTopic()));
    }

    /** Sentences for the sender of the change; empty if the number of partitions stays the same. */
    List<String> warnings() {
        if (before.document().partitions() == after.partitions()) {
            return List.of();
        }
        return List.of(
                moves
                        ? "partitions: changing from %d to %d; messages that are accepted from now on start when all earlier ones have ended"
                                .formatted(before.document().partitions(), after.partitions())
                        : "partitions: changed from %d to %d; the number has an effect only over Kafka"
                                .formatted(before.document().partitions(), after.partitions()));
    }

    /** Logs the beginning of the change. */
    void log() {
        if (moves) {
            log.info(
                    "Queue {} changes from {} to {} partitions: messages in topic {} end first, those in topic {} start after them",
                    before.key(),
                    before.document().partitions(),
                    after.partitions(),
                    before.logTopic(),
                    before.nextLogTopic());
        }
    }
}
