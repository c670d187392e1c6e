// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A database without tenant profiles. */
class MigrationOfTenantsIT {

    private static final List<String> FORMER =
            List.of(
                    "V1__accounts",
                    "V2__devices",
                    "V10__key_dictionary",
                    "V11__timeseries",
                    "V12__attribute",
                    "V13__delivery",
                    "V14__dead_letter_by_message",
                    "V20__rule_chain");

    @TempDir private static Path migrations;

    private final OldSchema old =
            OldSchema.of(flyway -> flyway.locations("filesystem:" + migrations));
    private final JdbcClient jdbc = old.jdbc();
    private final List<UUID> tenants = List.of(new UUID(1, 1), new UUID(1, 2), new UUID(1, 3));

    @BeforeAll
    static void copyFormerMigrations() throws IOException {
        for (String name : FORMER) {
            String file = name + ".sql";
            try (InputStream content =
                    MigrationOfTenantsIT.class.getResourceAsStream("/db/migration/" + file)) {
                Files.copy(content, migrations.resolve(file));
            }
        }
    }

    @BeforeEach
    void fill() {
        List<String> titles = List.of("Same", "Same", "Other");
        for (int i = 0; i < tenants.size(); i++) {
            jdbc.sql("insert into tenant (id, created_time, title) values (?, 5, ?)")
                    .params(tenants.get(i), titles.get(i))
                    .update();
        }
    }

    @Test
    void itsTenantsGetTheDefaultProfileAndTitlesOfTheirOwn() {
        Schema.migrate(old.database());

        List<Map<String, @Nullable Object>> found =
                jdbc.sql(
                                """
                                select t.title, p.is_default, p.name from tenant t
                                  join tenant_profile p on p.id = t.tenant_profile_id order by t.id
                                """)
                        .query()
                        .listOfRows();
        assertThat(found)
                .extracting(row -> row.get("title"))
                .containsExactly("Same", "Same (%s)".formatted(tenants.get(1)), "Other");
        assertThat(found).allMatch(row -> Boolean.TRUE.equals(row.get("is_default")));
    }

    @Test
    void itsTenantsGetADefaultAssetProfile() {
        Schema.migrate(old.database());

        assertThat(
                        jdbc.sql(
                                        "select tenant_id from asset_profile where is_default and name = 'default' order by 1")
                                .query(UUID.class)
                                .list())
                .isEqualTo(tenants);
    }

    @Test
    void itGetsOneDefaultProfileHoweverManyInstancesStart() {
        List<CompletableFuture<Void>> starts =
                Stream.generate(() ->
                                CompletableFuture.runAsync(() -> Schema.migrate(old.database())))
                        .limit(4)
                        .toList();
        starts.forEach(CompletableFuture::join);

        assertThat(
                        jdbc.sql("select count(*) from tenant_profile where is_default")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);
    }
}
