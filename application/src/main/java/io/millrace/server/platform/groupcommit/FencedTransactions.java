// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * The manager of the transactions that are not group commits. Transactions that begin {@linkplain #under under} a lease
 * are fenced: by the first and by the last statement, as those of a {@link GroupCommitter}. So changes that nodes make
 * use the same code as changes over REST, which have no lease.
 */
public final class FencedTransactions extends JdbcTransactionManager {

    private static final long serialVersionUID = 1L;

    private static final ScopedValue<Lease> LEASE = ScopedValue.newInstance();

    public FencedTransactions(DataSource dataSource) {
        super(dataSource);
    }

    /**
     * Does work whose transactions are written under a lease. Those that are open already are not.
     *
     * @param lease null: a single instance needs no lease
     * @throws LeaseOverException if the lease has ended; the transaction that it ended in was rolled back
     */
    public static <T> T under(@Nullable Lease lease, Supplier<T> work) {
        return lease == null ? work.get() : ScopedValue.where(LEASE, lease).call(work::get);
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        super.doBegin(transaction, definition);
        if (!LEASE.isBound()) {
            return;
        }
        try {
            requireValid(PartitionEpochs::hold);
        } catch (RuntimeException e) {
            // The caller does not end a transaction that did not begin.
            doCleanupAfterCompletion(transaction);
            throw e;
        }
    }

    @Override
    protected void prepareForCommit(DefaultTransactionStatus status) {
        if (LEASE.isBound() && status.isNewTransaction()) {
            requireValid(PartitionEpochs::changed);
        }
    }

    /** Returns the leases that have ended. */
    @FunctionalInterface
    private interface Check {

        Set<Lease> in(Connection connection, Set<Lease> leases) throws SQLException;
    }

    private void requireValid(Check check) {
        Lease lease = LEASE.get();
        DataSource dataSource = obtainDataSource();
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            if (!check.in(connection, Set.of(lease)).isEmpty()) {
                throw new LeaseOverException(lease);
            }
        } catch (SQLException e) {
            throw translateException("Check of the lease", e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
