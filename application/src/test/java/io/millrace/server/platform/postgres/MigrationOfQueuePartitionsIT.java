// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.postgres.TestDatabase.Coordinates;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A database of before queues could change their number of partitions, in a schema of its own. */
class MigrationOfQueuePartitionsIT {

    private static final String BEFORE = "42";

    private final Coordinates server = TestDatabase.freshCoordinates();
    private final ExternalDatabase database =
            new ExternalDatabase(
                    server.url() + (server.url().contains("?") ? "&" : "?") + "currentSchema=old",
                    server.username(),
                    server.password());
    private final JdbcClient jdbc =
            JdbcClient.create(
                    new DriverManagerDataSource(
                            database.jdbcUrl(), database.username(), database.password()));

    private void makeAnOldDatabase() {
        jdbc.sql("create schema old").update();
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .target(BEFORE)
                .load()
                .migrate();
    }

    @Test
    void queuesOfAnInstallationThatIsInUseKeepTheirPartitionsAndTopics() {
        makeAnOldDatabase();
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'A', id from tenant_profile where is_default
                        """)
                .param(new UUID(1, 1))
                .update();

        Schema.migrate(database);

        assertThat(partitions()).isEqualTo("12 12 12");
        assertThat(
                        jdbc.sql("select log_topic from queue where name = 'Main'")
                                .query(String.class)
                                .single())
                .isEqualTo("tb_rule_engine.main");
    }

    @Test
    void aNewInstallationHasMore() {
        makeAnOldDatabase();

        Schema.migrate(database);

        assertThat(partitions()).isEqualTo("48 48 48");
    }

    private String partitions() {
        return jdbc.sql("select string_agg(partitions::text, ' ') from queue")
                .query(String.class)
                .single();
    }

    @Test
    void profilesThatNameNoNumberKeepTheFormerDefault() {
        makeAnOldDatabase();
        profile(
                """
                {"configuration": {}, "queueConfiguration": [
                  {"name": "Main"}, {"name": "Null", "partitions": null}, {"name": "Seven", "partitions": 7}]}
                """);
        profile("{\"queueConfiguration\": null}");
        profile("{\"queueConfiguration\": []}");
        profile("{}");

        Schema.migrate(database);

        assertThat(
                        jdbc.sql(
                                        """
                                        select string_agg((queue ->> 'name') || (queue ->> 'partitions'), ' ')
                                          from tenant_profile,
                                               jsonb_path_query(profile_data, '$.queueConfiguration[*]') as queue
                                        """)
                                .query(String.class)
                                .single())
                .isEqualTo("Main12 Null12 Seven7");
        assertThat(
                        jdbc.sql(
                                        """
                                        select count(*) from tenant_profile
                                         where profile_data in ('{"queueConfiguration": null}',
                                                                '{"queueConfiguration": []}', '{}')
                                        """)
                                .query(Integer.class)
                                .single())
                .as("profiles without queues stay as they are")
                .isEqualTo(3);
    }

    private void profile(String data) {
        jdbc.sql(
                        """
                        insert into tenant_profile (id, created_time, name, profile_data)
                        values (uuidv7(), 0, uuidv7()::text, ?::jsonb)
                        """)
                .param(data)
                .update();
    }
}
