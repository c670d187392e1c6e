// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.kafka.PartitionStores;
import io.millrace.server.platform.groupcommit.PartitionEpochs;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.inflight.InFlightStorage;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The data of queue partitions in PostgreSQL: leases and deliveries in flight. */
public final class StoredPartitions implements PartitionStores {

    private final Transactions transactions;
    private final InFlightStorage inFlight;
    private final String instance;

    /** @param instance name of this instance, stored in the table for operators */
    public StoredPartitions(Transactions transactions, InFlightStorage inFlight, String instance) {
        this.transactions = transactions;
        this.inFlight = inFlight;
        this.instance = instance;
    }

    @Override
    public Lease takeOver(String topic, int partition) {
        try {
            return PartitionEpochs.raise(transactions, topic, partition, instance);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "cannot take over partition %d of %s".formatted(partition, topic), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    @Override
    public void keepLogEnds(Lease lease, Map<TopicPartition, Long> logEnds) {
        try {
            var _ =
                    transactions.patiently(connection -> {
                        TakeoverLogEnds.write(connection, lease, logEnds);
                        return true;
                    });
        } catch (SQLException e) {
            throw new IllegalStateException("cannot store the ends of the logs", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    @Override
    public Set<Lease> over(Collection<Lease> leases) {
        try {
            return PartitionEpochs.over(transactions, leases);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot check the leases of partitions", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    @Override
    public List<LogEnd> takeovers(String topic, int partition) {
        try {
            return transactions.patiently(
                    connection -> TakeoverLogEnds.read(connection, topic, partition));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the takeovers of partitions", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    @Override
    public Set<TenantId> shareOverloaded(Set<TenantId> here) {
        try {
            return transactions.once(
                    connection -> OverloadedTable.share(connection, instance, here));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot exchange the overloaded tenants", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    @Override
    public InFlightStore inFlight(Lease lease) {
        return inFlight.of(lease);
    }
}
