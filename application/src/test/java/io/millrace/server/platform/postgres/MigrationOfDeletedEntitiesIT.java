// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A database in which only deleted tenants were noted with their entities. */
class MigrationOfDeletedEntitiesIT {

    private final OldSchema old = OldSchema.of(flyway -> flyway.target("66"));

    @Test
    void theErasureOfATenantContinues() {
        old.jdbc()
                .sql("insert into tenant_deletion values (:tenant, 5000)")
                .param("tenant", new UUID(1, 1))
                .update();
        old.jdbc()
                .sql(
                        "insert into tenant_deletion_entity values (:tenant, :a, false), (:tenant, :b, true)")
                .param("tenant", new UUID(1, 1))
                .param("a", new UUID(2, 1))
                .param("b", new UUID(2, 2))
                .update();

        Schema.migrate(old.database());

        assertThat(
                        old.jdbc()
                                .sql(
                                        """
                                        select concat_ws(' ', entity_id, tenant_id, erased_at) from deleted_entity
                                         order by entity_id
                                        """)
                                .query(String.class)
                                .list())
                .containsExactly(
                        "%s %s".formatted(new UUID(2, 1), new UUID(1, 1)),
                        "%s %s 5000".formatted(new UUID(2, 2), new UUID(1, 1)));
    }
}
