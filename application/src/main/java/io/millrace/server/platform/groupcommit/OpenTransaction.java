// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Savepoint;
import java.util.Set;

/**
 * The connection of a running transaction, as its work gets it: the work cannot end the transaction, because the locks
 * that fence its writes are released at its end.
 */
final class OpenTransaction {

    private static final Set<String> ENDING = Set.of("commit", "setAutoCommit", "close", "abort");

    private OpenTransaction() {}

    static Connection of(Connection connection) {
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (_, method, arguments) -> {
                            if (ends(method.getName(), arguments)) {
                                throw new IllegalStateException(
                                        "The work of a transaction cannot call Connection.%s: its caller ends it"
                                                .formatted(method.getName()));
                            }
                            try {
                                return method.invoke(connection, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static boolean ends(String method, Object[] arguments) {
        boolean toSavepoint =
                arguments != null && arguments.length == 1 && arguments[0] instanceof Savepoint;
        return ENDING.contains(method) || (method.equals("rollback") && !toSavepoint);
    }
}
