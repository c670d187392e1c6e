// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class LatestTableIT {

    private static final int ORDERS = 20;

    private final DataSource database = TestDatabase.freshDatabase();

    @Test
    void hasTheSameContentAfterWritesInAnyOrderAndBatchesAndWithRepetitions() throws SQLException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<LatestRow> rows = rows(random);
        List<String> expected = written(List.of(rows));
        for (int i = 0; i < ORDERS; i++) {
            assertThat(written(batches(rows, random))).as("seed %d", seed).isEqualTo(expected);
        }
    }

    /** Few entities, keys and timestamps, so that many rows meet; every write has a number of its own. */
    private static List<LatestRow> rows(Random random) {
        List<LatestRow> rows = new ArrayList<>();
        for (int seq = 1; seq <= 300; seq++) {
            Sample sample = new Sample(random.nextInt(5), seq, new LongValue(seq));
            rows.add(
                    LatestRow.alone(new UUID(0, random.nextInt(3)), 1 + random.nextInt(3), sample));
        }
        return rows;
    }

    /** All rows in another order, some of them twice. */
    private static List<List<LatestRow>> batches(List<LatestRow> rows, Random random) {
        List<LatestRow> order = new ArrayList<>(rows);
        order.addAll(rows.subList(0, random.nextInt(rows.size())));
        Collections.shuffle(order, random);
        List<List<LatestRow>> batches = new ArrayList<>();
        for (int from = 0; from < order.size(); ) {
            int to = Math.min(order.size(), from + 1 + random.nextInt(60));
            batches.add(order.subList(from, to));
            from = to;
        }
        return batches;
    }

    private List<String> written(List<List<LatestRow>> batches) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("truncate ts_latest");
            for (List<LatestRow> batch : batches) {
                LatestTable.upsert(connection, batch);
            }
            List<String> table = new ArrayList<>();
            try (ResultSet all =
                    statement.executeQuery(
                            "select l::text from ts_latest l order by entity_id, shape_id")) {
                while (all.next()) {
                    table.add(all.getString(1));
                }
            }
            return table;
        }
    }
}
