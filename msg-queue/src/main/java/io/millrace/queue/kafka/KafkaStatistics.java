// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;

/**
 * What an instance does with Kafka. What is counted is counted from the start of the process.
 *
 * @param available whether the brokers answer, as far as anything waits for them
 * @param sendingMessages messages on their way into the log
 * @param sendingBytes the bytes that these take
 * @param maxSendingBytes how many there may be
 * @param partitions which the instance acts for
 * @param progress how far it has come with them
 * @param events what has happened to them
 */
public record KafkaStatistics(
        boolean available,
        int sendingMessages,
        long sendingBytes,
        long maxSendingBytes,
        int partitions,
        Progress progress,
        Events events) {

    /**
     * The partition that is furthest behind, in each respect, half a second ago at most.
     *
     * @param span records from the oldest that has not ended to the newest that was read
     * @param oldest time since the oldest record was read that has not ended; zero where all have
     */
    public record Progress(int span, Duration oldest) {

        static final Progress NONE = new Progress(0, Duration.ZERO);

        Progress max(Progress other) {
            return new Progress(
                    Math.max(span, other.span),
                    oldest.compareTo(other.oldest) < 0 ? other.oldest : oldest);
        }
    }

    /**
     * Counts.
     *
     * @param replayed records that a former owner of their partition had read, too, and not ended, as far as its last commit tells
     * @param skipped records that had ended before others in front of them, as the last commit tells, and were not read again
     * @param omissions commits that could not tell of all that had ended, as it was too much
     * @param pauses how often a partition was not read on, since what waited filled its room
     */
    public record Events(long replayed, long skipped, long omissions, long pauses) {}
}
