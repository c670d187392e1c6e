// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

/**
 * Names of the topics that hold a queue's messages. A change of the number of partitions begins a new generation with a
 * topic of its own. The column {@code log_topic} is computed in the same way.
 */
final class LogTopics {

    /** Kafka allows no longer name. */
    static final int MAX_LENGTH = 249;

    private LogTopics() {}

    /**
     * The topic of a generation.
     *
     * @param topic topic of the queue, as the API shows it
     * @param generation counts from 1
     */
    static String of(String topic, int generation) {
        return generation == 1 ? topic : topic + "-g" + generation;
    }
}
