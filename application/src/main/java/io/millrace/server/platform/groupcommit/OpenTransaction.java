// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A running transaction. Its work gets a connection that cannot end it, because the locks that fence its writes are
 * released at its end. Used by one thread.
 */
public final class OpenTransaction {

    private static final Set<String> ENDING = Set.of("commit", "setAutoCommit", "close", "abort");

    /** The methods by which statements are made; {@code COPY} needs the driver's own connection. */
    private static final Set<String> STARTING =
            Set.of("prepareStatement", "prepareCall", "createStatement", "unwrap");

    private final Connection connection;
    private boolean hasStatement;
    private boolean endsByItself;

    private OpenTransaction(Connection connection) {
        this.connection = connection;
    }

    /** Begins a transaction on the connection; the database learns of it by the first statement. */
    static OpenTransaction begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return new OpenTransaction(connection);
    }

    /**
     * Says that the next statement is the only one of the transaction, so that the database commits it by itself: {@code BEGIN}
     * and {@code COMMIT} would be two more answers to wait for. Has no effect if the transaction has had a statement, such
     * as one that holds a lease.
     *
     * @param connection as the work of the transaction has got it
     */
    public static void consistsOfNextStatement(Connection connection) throws SQLException {
        if (Proxy.isProxyClass(connection.getClass())
                && Proxy.getInvocationHandler(connection) instanceof Guard guard) {
            guard.transaction().endByItself();
        }
    }

    private void endByItself() throws SQLException {
        if (!hasStatement) {
            connection.setAutoCommit(true);
            endsByItself = true;
        }
    }

    /** The connection for the work. */
    Connection connection() {
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        new Guard(this));
    }

    void commit() throws SQLException {
        if (!endsByItself) {
            connection.commit();
        }
    }

    /** @param cause gets the error of a failed rollback */
    void rollBack(Exception cause) {
        if (endsByItself) {
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private record Guard(OpenTransaction transaction) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
                throws Throwable {
            transaction.check(method.getName(), arguments);
            try {
                return method.invoke(transaction.connection, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private void check(String method, Object @Nullable [] arguments) {
        if (ends(method, arguments)) {
            throw new IllegalStateException(
                    "The work of a transaction cannot call Connection.%s: its caller ends it"
                            .formatted(method));
        }
        if (STARTING.contains(method)) {
            if (hasStatement && endsByItself) {
                throw new IllegalStateException(
                        "The work of a transaction of one statement cannot make another one");
            }
            hasStatement = true;
        }
    }

    private static boolean ends(String method, Object @Nullable [] arguments) {
        boolean toSavepoint =
                arguments != null && arguments.length == 1 && arguments[0] instanceof Savepoint;
        return ENDING.contains(method) || (method.equals("rollback") && !toSavepoint);
    }
}
