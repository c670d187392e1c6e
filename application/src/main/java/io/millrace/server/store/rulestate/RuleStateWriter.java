// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Writes batches of states; of several states of one device the last one counts. */
final class RuleStateWriter implements BatchWriter<UnwrittenState> {

    /**
     * Changes existing rows, and adds the others unless their device or chain was deleted. Only a new row locks its device
     * and its chain.
     */
    private static final String UPSERT =
            """
            with given as (
              select * from unnest(?, ?, ?, ?) as g (node_id, device_id, chain_id, state)
            ), changed as (
              update rule_node_state s set state = g.state from given g
              where s.node_id = g.node_id and s.device_id = g.device_id
              returning s.node_id, s.device_id
            )
            insert into rule_node_state (node_id, device_id, chain_id, state)
            select g.node_id, g.device_id, g.chain_id, g.state
            from given g join device d on d.id = g.device_id join rule_chain c on c.id = g.chain_id
            where not exists (
              select from changed u where u.node_id = g.node_id and u.device_id = g.device_id)
            for key share of d, c
            on conflict (node_id, device_id) do update set state = excluded.state\
            """;

    private static final String DELETE =
            """
            delete from rule_node_state s using unnest(?, ?) as g (node_id, device_id)
            where s.node_id = g.node_id and s.device_id = g.device_id\
            """;

    @Override
    public Runnable write(Connection connection, Batch<UnwrittenState> batch) throws SQLException {
        Map<StateKey, UnwrittenState> latest = new TreeMap<>();
        batch.items().forEach(each -> latest.put(each.key(), each));
        List<UnwrittenState> kept = new ArrayList<>();
        List<UnwrittenState> ended = new ArrayList<>();
        latest.values()
                .forEach(each -> (each.progress().rules().isEmpty() ? ended : kept).add(each));
        if (!kept.isEmpty()) {
            upsert(connection, kept);
        }
        if (!ended.isEmpty()) {
            delete(connection, ended);
        }
        return () -> {};
    }

    private static void upsert(Connection connection, List<UnwrittenState> states)
            throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(UPSERT)) {
            upsert.setArray(1, array(connection, "uuid", states, each -> each.site().node().id()));
            upsert.setArray(
                    2, array(connection, "uuid", states, each -> each.site().originator().id()));
            upsert.setArray(3, array(connection, "uuid", states, each -> each.site().chain().id()));
            upsert.setArray(4, array(connection, "text", states, each -> each.progress().json()));
            upsert.execute();
        }
    }

    private static void delete(Connection connection, List<UnwrittenState> states)
            throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setArray(1, array(connection, "uuid", states, each -> each.site().node().id()));
            delete.setArray(
                    2, array(connection, "uuid", states, each -> each.site().originator().id()));
            delete.execute();
        }
    }

    private static Array array(
            Connection connection,
            String type,
            List<UnwrittenState> states,
            Function<UnwrittenState, Object> value)
            throws SQLException {
        return connection.createArrayOf(type, states.stream().map(value).toArray());
    }
}
