// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class OpenTransactionIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient others = JdbcClient.create(database);
    private final Transactions transactions = new Transactions(database, new StorageHealth());

    @BeforeEach
    void createTable() {
        others.sql("create table number (n int primary key)").update();
    }

    private static void add(Connection connection, int... numbers) throws SQLException {
        try (Statement insert = connection.createStatement()) {
            for (int n : numbers) {
                insert.execute("insert into number values (%d)".formatted(n));
            }
        }
    }

    /** The numbers as other transactions see them. */
    private List<@Nullable Integer> seen() {
        return others.sql("select n from number order by n").query(Integer.class).list();
    }

    @Test
    void aTransactionIsCommittedAfterItsWork() throws Exception {
        transactions.once(connection -> {
            add(connection, 1, 2);
            assertThat(seen()).isEmpty();
            return 0;
        });

        assertThat(seen()).containsExactly(1, 2);
    }

    @Test
    void aTransactionOfOneStatementIsCommittedByThatStatement() throws Exception {
        transactions.once(connection -> {
            OpenTransaction.consistsOfNextStatement(connection);
            add(connection, 1);
            assertThat(seen()).containsExactly(1);
            return 0;
        });

        assertThat(seen()).containsExactly(1);
    }

    @Test
    void aTransactionOfOneStatementMakesNoOther() {
        assertThatThrownBy(() ->
                        transactions.once(connection -> {
                            OpenTransaction.consistsOfNextStatement(connection);
                            add(connection, 1);
                            add(connection, 2);
                            return 0;
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one statement");

        assertThat(seen()).containsExactly(1);
    }

    @Test
    void anErrorOfTheOnlyStatementIsReportedAsItIsAndLeavesTheConnectionUsable() throws Exception {
        others.sql("insert into number values (1)").update();

        assertThatThrownBy(() ->
                        transactions.once(connection -> {
                            OpenTransaction.consistsOfNextStatement(connection);
                            add(connection, 1);
                            return 0;
                        }))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> {
                            assertThat(SqlFault.isUniqueViolation(e)).isTrue();
                            assertThat(e.getSuppressed()).isEmpty();
                        });

        transactions.once(connection -> {
            add(connection, 2, 3);
            return 0;
        });
        assertThat(seen()).containsExactly(1, 2, 3);
    }

    @Test
    void whatComesAfterAStatementStaysInItsTransaction() {
        assertThatThrownBy(() ->
                        transactions.once(connection -> {
                            add(connection, 1);
                            OpenTransaction.consistsOfNextStatement(connection);
                            add(connection, 2);
                            throw new IllegalArgumentException("the work fails");
                        }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(seen()).isEmpty();
    }

    @Test
    void theWorkCannotEndItsTransaction() {
        assertThatThrownBy(() ->
                        transactions.once(connection -> {
                            connection.commit();
                            return 0;
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its caller ends it");
    }
}
