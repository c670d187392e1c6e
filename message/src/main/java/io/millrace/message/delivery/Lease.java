// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.Objects;

/**
 * The right of an instance to act for a partition of a queue. An instance that takes the partition over raises the
 * epoch, and writes under an older epoch are refused (fencing).
 *
 * @param topic topic of the partition
 * @param partition its number in the topic
 * @param epoch number of takeovers so far
 */
public record Lease(String topic, int partition, long epoch) {

    public Lease {
        Objects.requireNonNull(topic, "topic");
    }
}
