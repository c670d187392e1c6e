// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverloadedTableIT {

    private static final TenantId FIRST = new TenantId(new UUID(1, 1));
    private static final TenantId SECOND = new TenantId(new UUID(2, 2));

    private final Connection connection;

    OverloadedTableIT() throws SQLException {
        connection = TestDatabase.freshDatabase().getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private Set<TenantId> share(String instance, Set<TenantId> here) throws SQLException {
        return OverloadedTable.share(connection, instance, here);
    }

    @Test
    void everyInstanceLearnsTheTenantsOfTheOthers() throws SQLException {
        assertThat(share("one", Set.of())).isEmpty();

        assertThat(share("one", Set.of(FIRST))).isEmpty();
        assertThat(share("two", Set.of(SECOND))).containsExactly(FIRST);
        assertThat(share("three", Set.of())).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void aTenantIsOverloadedUntilTheLastInstanceSaysOtherwise() throws SQLException {
        share("one", Set.of(FIRST));
        share("two", Set.of(FIRST));

        share("one", Set.of());
        assertThat(share("three", Set.of())).containsExactly(FIRST);
        share("two", Set.of());
        assertThat(share("three", Set.of())).isEmpty();
    }

    @Test
    void whatADeadInstanceHasToldIsVoidAfterTenSeconds() throws SQLException {
        share("dead", Set.of(FIRST));
        try (Statement time = connection.createStatement()) {
            time.executeUpdate("update overloaded_tenant set told_at = told_at - interval '11 s'");
        }

        assertThat(share("one", Set.of())).isEmpty();
    }
}
