// SPDX-License-Identifier: Apache-2.0
/**
 * The PostgreSQL that Millrace brings along: its binaries, its data directory, its start, its supervision and its end. Nothing
 * of this is used when a JDBC URL names an external server.
 */
@NullMarked
package io.millrace.server.postgres;

import org.jspecify.annotations.NullMarked;
