// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlightStore;
import java.util.Collection;
import java.util.Set;

/** What a partition has beside the log: its epoch, and those of its deliveries that have left the log and not ended. */
public interface PartitionStores {

    /**
     * Takes a partition over: from now on whoever had it before can write nothing for it any more. Blocks, while the
     * database is away too.
     */
    Lease takeOver(String topic, int partition);

    /** Which of the leases are over, since somebody has taken the partition over after them. Blocks. */
    Set<Lease> over(Collection<Lease> leases);

    /** The deliveries of a partition. What is written under a lease that is over fails. */
    InFlightStore inFlight(Lease lease);
}
