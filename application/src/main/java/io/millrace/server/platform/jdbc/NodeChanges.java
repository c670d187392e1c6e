// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.FencedTransactions;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Runs changes that nodes make by the code of the REST API, which blocks: on the threads of the look-ups, under the
 * lease of the node's call. A change is retried while the database is unavailable, and after a deadlock; so it must
 * change nothing if it was committed before.
 */
@Component
public final class NodeChanges {

    private static final int MOST_DEADLOCKS = 10;

    private final DatabaseLookups threads;

    public NodeChanges(DatabaseLookups threads) {
        this.threads = threads;
    }

    /**
     * Runs a change.
     *
     * @param lease null: a single instance needs no lease
     * @return fails with the exception of the change, or with {@link
     *     io.millrace.message.delivery.LeaseOverException}
     */
    public <T> CompletionStage<T> run(TenantId tenant, @Nullable Lease lease, Supplier<T> change) {
        return threads.runUntilAnswered(
                tenant, () -> FencedTransactions.under(lease, () -> afterDeadlocks(change)));
    }

    private static <T> T afterDeadlocks(Supplier<T> change) {
        for (int deadlocks = 1; ; deadlocks++) {
            try {
                return change.get();
            } catch (ConcurrencyFailureException e) {
                if (deadlocks == MOST_DEADLOCKS) {
                    throw e;
                }
            } catch (CannotCreateTransactionException e) {
                // The look-ups know an outage by this class.
                throw new DataAccessResourceFailureException("Cannot begin a transaction", e);
            }
        }
    }
}
