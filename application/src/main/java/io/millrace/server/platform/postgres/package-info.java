// SPDX-License-Identifier: Apache-2.0
/**
 * The PostgreSQL that Millrace brings along: its binaries, its data directory, its start, its supervision and its end. When a
 * JDBC URL names an external server, that is looked at instead. Either way the tables are made here.
 */
@NullMarked
package io.millrace.server.platform.postgres;

import org.jspecify.annotations.NullMarked;
