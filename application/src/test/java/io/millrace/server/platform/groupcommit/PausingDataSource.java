// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Connections that stop before a statement, like a process that is paused there. Only the first one stops. */
final class PausingDataSource {

    private final DataSource real;
    private final String before;
    private final CountDownLatch paused = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** @param before a part of the statement before which a connection stops */
    PausingDataSource(DataSource real, String before) {
        this.real = real;
        this.before = before;
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                (_, method, arguments) -> {
                    Object answer = method.invoke(real, arguments);
                    return answer instanceof Connection connection ? pausing(connection) : answer;
                });
    }

    private Connection pausing(Connection connection) {
        return proxy(
                Connection.class,
                (_, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            && arguments[0] instanceof String sql
                            && sql.contains(before)) {
                        paused.countDown();
                        goOn.await();
                    }
                    return method.invoke(connection, arguments);
                });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        InvocationHandler unwrapping =
                (proxy, method, arguments) -> {
                    try {
                        return handler.invoke(proxy, method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, unwrapping));
    }

    void awaitPaused() throws InterruptedException {
        if (!paused.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("no connection has reached " + before);
        }
    }

    void goOn() {
        goOn.countDown();
    }
}
