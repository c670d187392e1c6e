// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.millrace.message.id.EntityId;
import java.util.UUID;

/**
 * Assigns originators to partitions by ThingsBoard's hash, murmur3_128 of the id's two halves, so that the same
 * originator lands in the same partition on every instance.
 */
public final class Partitioner {

    private static final HashFunction MURMUR = Hashing.murmur3_128();

    private final int partitions;

    public Partitioner(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "expected at least one partition, got " + partitions);
        }
        this.partitions = partitions;
    }

    public int partitions() {
        return partitions;
    }

    /** Returns the partition of an originator, counted from 0. */
    public int partitionOf(EntityId originator) {
        return Math.abs(hash(originator.id()) % partitions);
    }

    static int hash(UUID id) {
        return MURMUR.newHasher(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .hash()
                .asInt();
    }
}
