// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;

/**
 * Figures on an instance's use of Kafka. Counts begin at the start of the process.
 *
 * @param available false while messages wait for brokers that do not answer
 * @param sendingMessages messages that the brokers have not acknowledged yet
 * @param sendingBytes bytes of these messages
 * @param maxSendingBytes upper bound of these bytes
 * @param heldBytes bytes of records that were read and wait, undecoded, for room in their lanes
 * @param maxHeldBytes upper bound of these bytes, without the records of the last poll
 * @param partitions number of partitions that the instance owns
 * @param waitingTopics number of topics whose partitions are not read until the messages of a former topic have ended
 * @param overloadedTenants number of tenants from whose devices no messages are accepted, because too many of theirs wait
 *     on some instance
 * @param progress of the partition that is furthest behind
 * @param events counts of events of the partitions
 */
public record KafkaStatistics(
        boolean available,
        int sendingMessages,
        long sendingBytes,
        long maxSendingBytes,
        long heldBytes,
        long maxHeldBytes,
        int partitions,
        int waitingTopics,
        int overloadedTenants,
        Progress progress,
        Events events) {

    /**
     * The greatest value of all partitions, at most half a second old.
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
     * @param replayed records that a former owner of their partition had read but, by its last commit, not ended
     * @param skipped records above the watermark that had ended by the last commit, and were not repeated
     * @param omissions commits whose metadata had no room for all ended offsets
     * @param pauses how often fetching from a partition was paused, because too many records were held
     */
    public record Events(long replayed, long skipped, long late, long omissions, long pauses) {}
}
