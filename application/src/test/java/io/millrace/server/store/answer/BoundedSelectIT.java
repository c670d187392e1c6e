// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

class BoundedSelectIT {

    private static final DataSource DATABASE = TestDatabase.freshDatabase();

    /** Each value has as many bytes as the second parameter, with its quotes. */
    private static final BoundedSelect SELECT =
            new BoundedSelect(
                    "select n, to_jsonb(repeat('x', ? - 2)) as val from generate_series(1, ?) n",
                    "n",
                    "n");

    private static final class Numbers implements BoundedSelect.Reading {

        final List<Integer> numbers = new ArrayList<>();
        int exceededAt;

        @Override
        public void add(ResultSet row, String json) throws SQLException {
            assertThat(json).isNotNull();
            numbers.add(row.getInt(BoundedSelect.FIRST_COLUMN));
        }

        @Override
        public void exceeded(ResultSet row) throws SQLException {
            exceededAt = row.getInt(BoundedSelect.FIRST_COLUMN);
        }
    }

    private static Numbers read(Connection connection, int rows, int size, long limit)
            throws SQLException {
        return SELECT.read(
                connection,
                new AnswerLimit(limit),
                (select, first) -> {
                    select.setInt(first, size);
                    select.setInt(first + 1, rows);
                },
                new Numbers());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 100, 0",
        "10, 10, 100, 0",
        "11, 10, 100, 11",
        "500, 10, 5000, 0",
        "501, 10, 5010, 0",
        "501, 10, 5000, 501",
        "3000, 10, 30000, 0",
        "3000, 10, 29999, 3000",
        "3000, 10, 20000, 2001",
    })
    void readsRowsUpToTheLimit(int rows, int size, long limit, int exceededAt) throws SQLException {
        try (Connection connection = DATABASE.getConnection()) {
            Numbers read = read(connection, rows, size, limit);

            int last = exceededAt == 0 ? rows : exceededAt - 1;
            assertThat(read.numbers).isEqualTo(IntStream.rangeClosed(1, last).boxed().toList());
            assertThat(read.exceededAt).isEqualTo(exceededAt);
        }
    }

    @Test
    void valuesBeyondTheLimitAreNotMeasured() throws SQLException {
        JdbcTemplate jdbc = new JdbcTemplate(DATABASE);
        jdbc.execute(
                """
                create table stored as select 0 as n, to_jsonb(repeat('x', 1000000)) as val;
                insert into stored select g, val from stored, generate_series(1, 5000) g;
                """);
        BoundedSelect select = new BoundedSelect("select n, val from stored", "n", "n");
        try (Connection connection = DATABASE.getConnection()) {
            // Five gigabytes, which cannot be decompressed within the time of a statement.
            Numbers read =
                    select.read(
                            connection, new AnswerLimit(2_500_000), (_, _) -> {}, new Numbers());

            assertThat(read.numbers).containsExactly(0, 1);
            assertThat(read.exceededAt).isEqualTo(2);
        }
    }
}
