// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The database schema of the service, as Flyway migrations. */
final class Schema {

    private static final String MIGRATIONS = "classpath:db/migration";

    private Schema() {}

    /**
     * Migrates the tables to the version of this program. If several instances start at once, one migrates and the
     * others wait.
     *
     * @return the same database
     * @throws FlywayException if a migration fails
     * @throws StartException if running instances of an earlier version could not use the migrated tables
     */
    static Database migrate(Database database) {
        Flyway flyway =
                Flyway.configure()
                        .dataSource(database.jdbcUrl(), database.username(), database.password())
                        .locations(MIGRATIONS)
                        .callbacks(new ExclusiveMigrations())
                        .load();
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            throw e.getCause() instanceof StartException refusal ? refusal : e;
        }
        return database;
    }
}
