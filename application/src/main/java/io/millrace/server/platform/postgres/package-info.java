// SPDX-License-Identifier: Apache-2.0
/**
 * The embedded PostgreSQL: its binaries, its data directory, its start, supervision and stop. If a JDBC URL names an
 * external server, that server is checked instead. In both cases this package migrates the tables.
 */
@NullMarked
package io.millrace.server.platform.postgres;

import org.jspecify.annotations.NullMarked;
