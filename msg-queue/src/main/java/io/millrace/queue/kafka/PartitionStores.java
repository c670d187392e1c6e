// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.queue.InFlightStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** What a partition has outside the log: its epoch, and its unfinished deliveries that were moved out of the log. */
public interface PartitionStores {

    /**
     * Takes a partition over: from now on the writes of its former owner are refused. Blocks, also while the database
     * does not answer.
     */
    Lease takeOver(String topic, int partition);

    /**
     * Keeps where the logs ended after a takeover. Blocks, also while the database does not answer.
     *
     * @param lease the lease that began with the takeover
     * @param logEnds the ends of the logs into which deliveries of this partition may write, read after the takeover:
     *     every record of a delivery that has ended is before them
     */
    void keepLogEnds(Lease lease, Map<TopicPartition, Long> logEnds);

    /** The latest takeovers of all partitions whose deliveries may write into a log, with its end at each. Blocks. */
    List<LogEnd> takeovers(String topic, int partition);

    /**
     * A takeover of a partition, as another log remembers it.
     *
     * @param lease the lease that began with the takeover
     * @param end where the other log ended then
     */
    record LogEnd(Lease lease, long end) {}

    /** Those of the leases that have ended, since the partition was taken over after them. Blocks. */
    Set<Lease> over(Collection<Lease> leases);

    /**
     * Publishes which tenants are overloaded on this instance, and returns those of the other instances, which have told
     * so in the last seconds. Blocks.
     *
     * @param here replaces what this instance has told before
     */
    Set<TenantId> shareOverloaded(Set<TenantId> here);

    /** The deliveries of a partition. Writes under a lease that has ended fail. */
    InFlightStore inFlight(Lease lease);
}
