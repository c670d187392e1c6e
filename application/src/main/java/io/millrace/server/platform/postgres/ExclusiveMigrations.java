// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static java.util.stream.Collectors.joining;

import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.start.StartException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Refuses a migration that changes tables in a way that earlier versions cannot use, while an instance of an earlier
 * version is running. All other migrations allow that the instances of a cluster are replaced one after the other.
 *
 * <p>A running instance writes its row in the table {@code instance} every few seconds. The row of a killed one is
 * ignored once it is old enough, which takes at most {@link Peers#GONE_AFTER}.
 */
final class ExclusiveMigrations extends BaseCallback {

    /** 66: earlier versions can neither read nor write the table {@code ts_latest} in its new form. */
    private static final Set<MigrationVersion> VERSIONS =
            Set.of(MigrationVersion.fromVersion("66"));

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** The transaction of the migration has begun, so {@code now()} stands still. */
    private static final String INSTANCES =
            """
            select instance_id || ' at ' || url, seen_at from instance
             where seen_at > clock_timestamp() - ? * interval '1 second'\
            """;

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        MigrationVersion version = context.getMigrationInfo().getVersion();
        if (VERSIONS.contains(version)) {
            try {
                awaitEnd(context.getConnection());
            } catch (SQLException e) {
                throw new IllegalStateException("cannot read the table instance", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted before migration " + version, e);
            }
        }
    }

    /**
     * Returns when no instance is running.
     *
     * @throws StartException if one has written its row again
     */
    private static void awaitEnd(Connection connection) throws SQLException, InterruptedException {
        Map<String, Timestamp> before = instances(connection);
        Map<String, Timestamp> now = before;
        while (!now.isEmpty()) {
            if (!before.entrySet().containsAll(now.entrySet())) {
                throw new StartException(
                        "Running instances of an earlier version could not use the tables of this version; "
                                + "stop them first: "
                                + now.keySet().stream().collect(joining(", "))
                                + ".");
            }
            Thread.sleep(PAUSE);
            now = instances(connection);
        }
    }

    /** Returns when the rows of instances were last written, by name and address. */
    private static Map<String, Timestamp> instances(Connection connection) throws SQLException {
        Map<String, Timestamp> seen = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(INSTANCES)) {
            select.setLong(1, Peers.GONE_AFTER.toSeconds());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    seen.put(rows.getString(1), rows.getTimestamp(2));
                }
            }
        }
        return seen;
    }
}
