// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.server.runtime.engine.EngineLifecycle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Receives changes of other instances from PostgreSQL (LISTEN). Triggers notify in the transaction of the change, so no
 * change is missed while the connection exists; after a lost connection everything is reloaded. It has its own thread,
 * because it blocks on its connection.
 */
final class ChangeFeed implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ChangeFeed.class);
    private static final String CHANNEL = "millrace_change";
    private static final int WAIT_MILLIS = 1_000;

    /** Without checks, a connection whose other end is gone would report neither changes nor an error. */
    static final Duration CHECK_INTERVAL = Duration.ofSeconds(20);

    private static final int CHECK_LIMIT_SECONDS = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final DataSource dataSource;
    private final ChangeEvents events;
    private final Duration checkInterval;
    private volatile @Nullable Thread thread;

    /** @param checkInterval after which the connection is checked again */
    ChangeFeed(DataSource dataSource, ChangeEvents events, Duration checkInterval) {
        this.dataSource = dataSource;
        this.events = events;
        this.checkInterval = checkInterval;
    }

    @Override
    public void start() {
        // Set the field before the start: the thread runs while the field is set.
        Thread feed = Thread.ofPlatform().daemon().name("change-feed").unstarted(this::run);
        thread = feed;
        feed.start();
    }

    private void run() {
        boolean first = true;
        while (isRunning()) {
            try (Connection connection = dataSource.getConnection()) {
                listen(connection, !first);
            } catch (SQLException e) {
                log.warn(
                        "Lost the connection that reports changes of other instances; reconnecting and "
                                + "reloading everything: {}",
                        e.toString());
                LockSupport.parkNanos(PAUSE.toNanos());
            } catch (RuntimeException e) {
                log.error("Cannot apply a change of another instance; reloading everything", e);
            }
            first = false;
        }
    }

    private void listen(Connection connection, boolean missedSome) throws SQLException {
        String self;
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select current_setting('application_name')")) {
            row.next();
            self = row.getString(1);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("listen " + CHANNEL);
        }
        if (missedSome) {
            events.missed();
        }
        PGConnection postgres = connection.unwrap(PGConnection.class);
        long checked = System.nanoTime();
        try {
            while (isRunning()) {
                if (System.nanoTime() - checked > checkInterval.toNanos()) {
                    requireAnswer(connection);
                    checked = System.nanoTime();
                }
                PGNotification @Nullable [] news = postgres.getNotifications(WAIT_MILLIS);
                if (news != null) {
                    for (PGNotification each : news) {
                        events.tell(self, each.getParameter());
                    }
                }
            }
        } finally {
            try (Statement statement = connection.createStatement()) {
                statement.execute("unlisten " + CHANNEL);
            }
        }
    }

    private static void requireAnswer(Connection connection) throws SQLException {
        if (!connection.isValid(CHECK_LIMIT_SECONDS)) {
            throw new SQLException(
                    "PostgreSQL did not answer within %d s".formatted(CHECK_LIMIT_SECONDS));
        }
    }

    @Override
    public void stop() {
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                running.join(Duration.ofMillis(2L * WAIT_MILLIS));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Starts before messages are processed, so that no data are cached whose changes would be missed. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE - 1;
    }
}
