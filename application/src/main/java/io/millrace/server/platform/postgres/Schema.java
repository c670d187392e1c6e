// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import org.flywaydb.core.Flyway;

/** The database schema of the service, as Flyway migrations. */
final class Schema {

    private static final String MIGRATIONS = "classpath:db/migration";

    private Schema() {}

    /**
     * Migrates the tables to the version of this program. If several instances start at once, one migrates and the
     * others wait.
     *
     * @return the same database
     * @throws org.flywaydb.core.api.FlywayException if a migration fails
     * @throws io.millrace.server.platform.start.StartException if running instances of an earlier version could not use
     *     the migrated tables
     */
    static Database migrate(Database database) {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations(MIGRATIONS)
                .callbacks(new ExclusiveMigrations())
                .load()
                .migrate();
        return database;
    }
}
