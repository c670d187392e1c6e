// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

/** A database that can be used. */
sealed interface Database extends AutoCloseable permits EmbeddedPostgres, ExternalDatabase {

    /** The JDBC URL. */
    String jdbcUrl();

    String username();

    String password();

    /** Ends what was started for this database; the last of its connections has been closed. */
    @Override
    void close();
}
