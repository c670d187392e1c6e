// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import org.flywaydb.core.Flyway;

/** The tables of the service: the migrations that this program brings. */
final class Schema {

    private static final String MIGRATIONS = "classpath:db/migration";

    private Schema() {}

    /**
     * Brings the tables to the version of this program. Of several instances that start at once one does it, and the others wait.
     *
     * @return the same database
     * @throws org.flywaydb.core.api.FlywayException if that cannot be
     */
    static Database migrate(Database database) {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations(MIGRATIONS)
                // Features number their migrations in ranges of their own, so that a lower number
                // may come later.
                .outOfOrder(true)
                .load()
                .migrate();
        return database;
    }
}
