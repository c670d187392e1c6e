// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import io.millrace.server.platform.settings.PeerSettings;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code instance}. All times are those of the database's clock. */
final class InstanceTable {

    private static final Logger log = LoggerFactory.getLogger(InstanceTable.class);

    private final JdbcClient jdbc;

    InstanceTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The row of an instance before it was written again.
     *
     * @param run the process that wrote it; null if there was no row
     * @param age time since it was written
     */
    record Former(@Nullable UUID run, Duration age) {}

    /** Writes the row of an instance and returns what it was before. */
    Former announce(String name, UUID run, URI url) {
        return jdbc.sql(
                        """
                        insert into instance as i (instance_id, run, url) values (:name, :run, :url)
                        on conflict (instance_id) do update
                           set run = excluded.run, url = excluded.url, seen_at = now(),
                               started_at = case when i.run = excluded.run then i.started_at else now() end
                        returning old.run as run,
                                  coalesce((extract(epoch from now() - old.seen_at) * 1000)::bigint, 0) as millis
                        """)
                .param("name", name)
                .param("run", run)
                .param("url", url.toString())
                .query((row, _) ->
                        new Former(
                                row.getObject("run", UUID.class),
                                Duration.ofMillis(row.getLong("millis"))))
                .single();
    }

    /** Returns the other instances whose rows were written within the given time, sorted by name. */
    List<Peer> others(String name, Duration within) {
        return jdbc
                .sql(
                        """
                        select instance_id, url from instance
                         where instance_id <> :name and seen_at > now() - :seconds * interval '1 second'
                         order by instance_id
                        """)
                .param("name", name)
                .param("seconds", within.toSeconds())
                .query(InstanceTable::peers)
                .list()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static List<Peer> peers(ResultSet row, int number) throws SQLException {
        String name = row.getString("instance_id");
        String url = row.getString("url");
        if (!PeerSettings.isAddress(url)) {
            log.warn("The table instance has no valid url for {}; instance ignored: {}", name, url);
            return List.of();
        }
        return List.of(new Peer(name, URI.create(url)));
    }

    /** Deletes the row of an instance if the process wrote it. */
    void remove(String name, UUID run) {
        jdbc.sql("delete from instance where instance_id = :name and run = :run")
                .param("name", name)
                .param("run", run)
                .update();
    }

    /** Deletes the rows that no process has written for the given time. */
    void removeOlderThan(Duration age) {
        jdbc.sql("delete from instance where seen_at < now() - :seconds * interval '1 second'")
                .param("seconds", age.toSeconds())
                .update();
    }
}
