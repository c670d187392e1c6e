// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many more messages may wait in a node and in its sites. Waiting messages are counted when the room of the last
 * count is taken, or when that count is old, and not for every message: between two runs of vacuum a count reads the
 * deleted rows, too. What is removed meanwhile makes room at the next count. What other instances add to the node within
 * the age of a count can exceed the bound. For use by one thread.
 */
final class PendingRoom {

    private static final Duration AGE_OF_A_COUNT = Duration.ofSeconds(10);
    private static final int MOST_COUNTS = 10_000;

    private static final String IN_NODE =
            "select count(*) from (select from pending_message where node_id = ? limit ?) as counted";

    /** The index by originator is the only one that this statement can use. */
    static final String OF_ORIGINATOR =
            """
            select count(*) from (select from pending_message
              where (node_id = ?) is true and originator_id = ? limit ?) as counted\
            """;

    private final Cache<Limit, Integer> left =
            Caffeine.newBuilder()
                    .maximumSize(MOST_COUNTS)
                    .expireAfterWrite(AGE_OF_A_COUNT)
                    .executor(Runnable::run)
                    .build();

    /** @param originator null for the limit of the whole node */
    private record Limit(RuleNodeId node, @Nullable EntityId originator, int most) {

        static List<Limit> of(Site site, Bound bound) {
            return Stream.of(
                            new Limit(site.node(), null, bound.inNode()),
                            new Limit(site.node(), site.originator(), bound.ofOriginator()))
                    .filter(limit -> limit.most < Integer.MAX_VALUE)
                    .toList();
        }
    }

    /** Admits the additions of a transaction, before they are written. */
    Admission admission(Connection connection) {
        return new Admission(connection);
    }

    /** The additions of a transaction that were admitted and that a count does not include. */
    final class Admission {

        private final Connection connection;
        private final Map<Limit, Integer> admitted = new HashMap<>();

        private Admission(Connection connection) {
            this.connection = connection;
        }

        /** Takes the room of one message, or returns false if a limit is reached. */
        boolean admits(Site site, Bound bound) throws SQLException {
            List<Limit> limits = Limit.of(site, bound);
            for (Limit limit : limits) {
                if (roomOf(limit) <= 0) {
                    return false;
                }
            }
            for (Limit limit : limits) {
                admitted.merge(limit, 1, Integer::sum);
                left.asMap().computeIfPresent(limit, (_, room) -> room - 1);
            }
            return true;
        }

        private int roomOf(Limit limit) throws SQLException {
            Integer known = left.getIfPresent(limit);
            if (known != null && known > 0) {
                return known;
            }
            int room = limit.most - count(limit) - admitted.getOrDefault(limit, 0);
            left.put(limit, room);
            return room;
        }

        private int count(Limit limit) throws SQLException {
            EntityId originator = limit.originator;
            try (PreparedStatement select =
                    connection.prepareStatement(originator == null ? IN_NODE : OF_ORIGINATOR)) {
                int parameter = 1;
                select.setObject(parameter++, limit.node.id());
                if (originator != null) {
                    select.setObject(parameter++, originator.id());
                }
                select.setInt(parameter, limit.most);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            }
        }
    }
}
