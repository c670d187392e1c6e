// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

/** A database that accepts connections. */
sealed interface Database extends AutoCloseable permits EmbeddedPostgres, ExternalDatabase {

    /** The JDBC URL. */
    String jdbcUrl();

    String username();

    String password();

    /** Stops the server process that was started for this database, if any. All connections must be closed before. */
    @Override
    void close();
}
