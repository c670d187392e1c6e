// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The plans of statements while the table has the deleted rows of a busy node and the statistics of an empty table, as it
 * has between two runs of vacuum.
 */
class PendingPlansIT {

    private static Connection connection;

    @BeforeAll
    static void fillAndEmpty() throws SQLException {
        connection = TestDatabase.freshDatabase().getConnection();
        execute(
                """
                insert into pending_message (node_id, id, tenant_id, chain_id, originator_type,
                  originator_id, due_at, message)
                select 'a0000000-0000-0000-0000-000000000000', gen_random_uuid(),
                  'a0000000-0000-0000-0000-000000000000', 'a0000000-0000-0000-0000-000000000000',
                  'DEVICE', md5((i % 100)::text)::uuid, now(), ''
                from generate_series(1, 10000) i\
                """);
        execute("delete from pending_message");
        execute("vacuum analyze pending_message");
        execute("set enable_seqscan = off");
        execute("set plan_cache_mode = force_generic_plan");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String planOf(String sql) throws SQLException {
        String numbered = sql;
        List<String> values = new ArrayList<>();
        while (numbered.contains("?")) {
            values.add("null");
            numbered = numbered.replaceFirst("\\?", "\\$" + values.size());
        }
        execute("prepare planned as " + numbered);
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet lines =
                        statement.executeQuery(
                                "explain execute planned(%s)"
                                        .formatted(String.join(",", values)))) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        execute("deallocate planned");
        return plan.toString();
    }

    @Test
    void theMessagesOfAnOriginatorAreCountedAmongThoseOfTheOriginator() throws SQLException {
        assertThat(planOf(PendingRoom.OF_ORIGINATOR))
                .containsOnlyOnce("Scan")
                .contains("using pending_message_by_originator");
    }

    @Test
    void theMessagesOfASiteAreFoundAmongThoseOfTheOriginator() throws SQLException {
        assertThat(planOf(PendingStorage.FIND))
                .containsOnlyOnce("Scan")
                .contains("using pending_message_by_originator");
    }

    @Test
    void aMessageIsRemovedByItsKey() throws SQLException {
        assertThat(planOf(PendingWriter.REMOVE))
                .containsOnlyOnce("Scan")
                .contains("using pending_message_pkey");
    }
}
