// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EntityStatementsTest {

    private final EntityStatements sql =
            EntityStatements.of(
                    new TableShape(
                            EntityType.ENTITY_VIEW,
                            "name",
                            List.of(
                                    Column.value("name"),
                                    Column.json("keys"),
                                    Column.initial("is_default")),
                            "p.name as profile_name",
                            "join device_profile p on p.id = e.profile_id",
                            "e.name ilike :search",
                            Map.of("name", "e.name")));

    @Test
    void everyStatementNamesTheTenant() {
        assertThat(
                        Stream.of(
                                sql.all(),
                                sql.byId(),
                                sql.byName(),
                                sql.byIds(),
                                sql.list().from(),
                                sql.update(),
                                sql.delete()))
                .allSatisfy(statement -> assertThat(statement).contains("tenant_id = :tenant"));
        assertThat(sql.insert()).contains("tenant_id", ":tenant");
    }

    @Test
    void aQuerySelectsTheColumnsOfAllTablesItJoins() {
        assertThat(sql.byId())
                .isEqualTo(
                        "select e.id, e.created_time, e.tenant_id, e.version, e.name, e.keys, e.is_default,"
                                + " p.name as profile_name"
                                + " from entity_view e join device_profile p on p.id = e.profile_id"
                                + " where e.tenant_id = :tenant and e.id = :id");
    }

    @Test
    void anInsertWritesAllColumns() {
        assertThat(sql.insertUnlessNameTaken())
                .isEqualTo(
                        "insert into entity_view (id, created_time, tenant_id, name, keys, is_default)"
                                + " values (:id, :createdTime, :tenant, :name, cast(:keys as jsonb), :is_default)"
                                + " on conflict on constraint entity_view_name_key do nothing");
    }

    @Test
    void anUpdateCountsTheVersionAndLeavesInitialColumns() {
        assertThat(sql.update())
                .isEqualTo(
                        "update entity_view set name = :name, keys = cast(:keys as jsonb), version = version + 1"
                                + " where tenant_id = :tenant and id = :id and version = :version");
    }
}
