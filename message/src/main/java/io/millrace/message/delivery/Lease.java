// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.Objects;

/**
 * The right of an instance to act for a partition of a queue. Whoever takes the partition over raises the epoch; what is
 * written under an older one is refused.
 *
 * @param topic of the partition
 * @param partition its number in the topic
 * @param epoch how often it was taken over
 */
public record Lease(String topic, int partition, long epoch) {

    public Lease {
        Objects.requireNonNull(topic, "topic");
    }
}
