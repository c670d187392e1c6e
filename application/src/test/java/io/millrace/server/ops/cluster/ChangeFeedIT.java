// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.registry.queue.QueuesChanged;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

final class ChangeFeedIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final List<Object> published = new CopyOnWriteArrayList<>();

    @Test
    void reconnectsAndReloadsEverythingWhenItsConnectionDoesNotAnswer() {
        FirstConnectionDies connections = new FirstConnectionDies(database);
        ChangeFeed feed =
                new ChangeFeed(
                        connections,
                        new ChangeEvents(published::add, JdbcClient.create(database)),
                        Duration.ZERO);

        feed.start();
        try {
            await().untilAsserted(() ->
                    assertThat(published).hasAtLeastOneElementOfType(QueuesChanged.class));
        } finally {
            feed.stop();
        }

        assertThat(connections.opened).hasValue(2);
    }

    /** Its first connection works, but says that it does not when it is checked. */
    private static final class FirstConnectionDies extends DelegatingDataSource {

        final AtomicInteger opened = new AtomicInteger();

        FirstConnectionDies(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection real = super.getConnection();
            if (opened.incrementAndGet() > 1) {
                return real;
            }
            return (Connection)
                    Proxy.newProxyInstance(
                            Connection.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (_, method, arguments) -> {
                                if (method.getName().equals("isValid")) {
                                    return false;
                                }
                                try {
                                    return method.invoke(real, arguments);
                                } catch (InvocationTargetException e) {
                                    throw e.getTargetException();
                                }
                            });
        }
    }
}
