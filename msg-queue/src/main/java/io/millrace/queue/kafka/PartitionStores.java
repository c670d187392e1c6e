// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlightStore;
import java.util.Collection;
import java.util.Set;

/** What a partition has outside the log: its epoch, and its unfinished deliveries that were moved out of the log. */
public interface PartitionStores {

    /**
     * Takes a partition over: from now on the writes of its former owner are refused. Blocks, also while the database
     * does not answer.
     */
    Lease takeOver(String topic, int partition);

    /** Those of the leases that have ended, since the partition was taken over after them. Blocks. */
    Set<Lease> over(Collection<Lease> leases);

    /** The deliveries of a partition. Writes under a lease that has ended fail. */
    InFlightStore inFlight(Lease lease);
}
