// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.postgres.TestDatabase.Coordinates;
import java.util.function.UnaryOperator;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The database of an earlier version, in a schema of its own in a new database.
 *
 * @param database for {@link Schema#migrate}
 */
record OldSchema(ExternalDatabase database, JdbcClient jdbc) {

    /** @param version chooses the migrations of the earlier version */
    static OldSchema of(UnaryOperator<FluentConfiguration> version) {
        Coordinates server = TestDatabase.freshCoordinates();
        ExternalDatabase database =
                new ExternalDatabase(
                        server.url()
                                + (server.url().contains("?") ? "&" : "?")
                                + "currentSchema=old",
                        server.username(),
                        server.password());
        JdbcClient jdbc =
                JdbcClient.create(
                        new DriverManagerDataSource(
                                database.jdbcUrl(), database.username(), database.password()));
        jdbc.sql("create schema old").update();
        version.apply(
                        Flyway.configure()
                                .dataSource(
                                        database.jdbcUrl(),
                                        database.username(),
                                        database.password()))
                .load()
                .migrate();
        return new OldSchema(database, jdbc);
    }
}
